export const dynamic = 'force-static'
export const generateStaticParams = () => []

/** A static page of about so many bytes: the text stands in the HTML twice, once as itself and once as React's data. */
export default async function SizedPage({ params }: { params: Promise<{ bytes: string }> }) {
  const { bytes } = await params
  return <p>{'word '.repeat(Number(bytes) / 10)}</p>
}
