import { notFound } from 'next/navigation'
import { BlogList } from '#components/blog/blog-list.tsx'
import { listMetadata } from '#lib/blog/list-metadata.ts'
import { getTagPage, getTags } from '#lib/blog/queries.ts'

export const revalidate = 60
export const generateStaticParams = () => []

interface Props {
  params: Promise<{ tag: string; page: string }>
}

const stateOf = async (params: Props['params']) => {
  const { tag, page } = await params
  return { tag: decodeURIComponent(tag).trim(), page: Number(page) }
}

/** The tag as its posts spell it, so that every spelling in an address has one canonical page. */
async function load(params: Props['params']) {
  const { tag: asked, page } = await stateOf(params)
  const tags = await getTags()
  const tag = tags.find(({ name }) => name.toLowerCase() === asked.toLowerCase())?.name
  if (!tag) return null
  const result = await getTagPage(tag, page)
  return result.posts.length > 0 ? { tag, page, tags, result } : null
}

export async function generateMetadata({ params }: Props) {
  const list = await load(params)
  return list ? listMetadata({ tag: list.tag, page: list.page }, list.result.total) : {}
}

export default async function TagPage({ params }: Props) {
  const list = await load(params)
  if (!list) notFound()
  return <BlogList {...list} />
}
