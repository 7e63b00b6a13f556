export const dynamic = 'force-static'
export const generateStaticParams = () => []

/** A static page of about this size: React repeats the text in its data. */
export default async function SizedPage({ params }: { params: Promise<{ bytes: string }> }) {
  const { bytes } = await params
  // The typographic quote makes Node store the page as UTF-16, like most real pages.
  return <p>’{'word '.repeat(Number(bytes) / 10)}</p>
}
