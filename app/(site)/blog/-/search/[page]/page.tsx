import { notFound } from 'next/navigation'
import { BlogList } from '#components/blog/blog-list.tsx'
import { listMetadata } from '#lib/blog/list-metadata.ts'
import { getTagChoice, searchPosts } from '#lib/blog/queries.ts'
import { postListQuerySchema } from '#lib/blog/schema.ts'

interface Props {
  params: Promise<{ page: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

async function stateOf({ params, searchParams }: Props) {
  const query = Object.entries(await searchParams).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.at(-1) : value,
  ])
  const { search = '', tag = '' } = postListQuerySchema.parse(Object.fromEntries(query))
  return { search, asked: tag, page: Number((await params).page) }
}

/** A search without a match is an answer; a page beyond the end and a tag that no article has are not there. */
async function load(props: Props) {
  const { search, asked, page } = await stateOf(props)
  // Begun together: only the spelling of a tag has to be known before its posts are asked for.
  const untagged = search && !asked ? searchPosts(search, undefined, page) : null
  untagged?.catch(() => {})
  const tags = await getTagChoice()
  const tag =
    tags.find(({ name }) => name.toLowerCase() === asked.toLowerCase())?.name ?? (asked || undefined)
  if (!search && !tag) return null
  const result = await (untagged ?? searchPosts(search, tag, page))
  const found = result.posts.length > 0 || (search !== '' && page === 1)
  return found ? { search, tag, page, tags, result } : null
}

export async function generateMetadata(props: Props) {
  const list = await load(props)
  return list ? listMetadata(list, list.result.total) : {}
}

/** What is rendered for each request: a search, and a tag that cannot be part of a path (`CI/CD`). */
export default async function SearchPage(props: Props) {
  const list = await load(props)
  if (!list) notFound()
  return <BlogList {...list} />
}
