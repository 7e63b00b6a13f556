import { notFound } from 'next/navigation'
import { BlogList } from '#components/blog/blog-list.tsx'
import { listMetadata } from '#lib/blog/list-metadata.ts'
import { getPostPage, getTagChoice } from '#lib/blog/queries.ts'

export const revalidate = 60
export const generateStaticParams = () => []

interface Props {
  params: Promise<{ page: string }>
}

export async function generateMetadata({ params }: Props) {
  const page = Number((await params).page)
  return listMetadata({ page }, (await getPostPage(page)).total)
}

export default async function BlogPage({ params }: Props) {
  const page = Number((await params).page)
  const [result, tags] = await Promise.all([getPostPage(page), getTagChoice()])
  if (result.posts.length === 0 && page > 1) notFound()
  return <BlogList result={result} page={page} tags={tags} />
}
