export const dynamic = 'force-static'
export const generateStaticParams = () => []

/** A static page of about so many bytes: the text stands in the HTML twice, once as itself and once as React's data. */
export default async function SizedPage({ params }: { params: Promise<{ bytes: string }> }) {
  const { bytes } = await params
  // One typographic quote, as nearly every page has: with it Node keeps a page as UTF-16 and sends it at another speed.
  return <p>’{'word '.repeat(Number(bytes) / 10)}</p>
}
