import { BlogList } from '#components/blog/blog-list.tsx'
import { FailedListView, MissingListView } from '#components/site/error-views.tsx'
import { listMetadata } from '#lib/blog/metadata.ts'
import { chooseTags, parseListState } from '#lib/blog/list-state.ts'
import { getPostPage, getTagsOrNone, reportPageFailure } from '#lib/blog/queries.ts'
import { setStatus } from '#lib/process-context.ts'
import { site } from '#lib/site.ts'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** `missing` stands for a page beyond the end or a tag without posts. */
async function load({ searchParams }: Props) {
  const { page, search, tag: wanted } = parseListState(await searchParams)
  // Reads posts and tags in parallel, unless the spelling of a tag must be known first.
  const untagged = wanted ? null : getPostPage(page, undefined, search)
  untagged?.catch(() => {})
  const [tags, found] = await Promise.all([getTagsOrNone(), search ? getTagsOrNone(search) : []])
  const tag =
    tags.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.name ?? (wanted || undefined)
  try {
    const result = await (untagged ?? getPostPage(page, tag, search))
    const isFirstPage = page === 1 && (search !== undefined || !tag)
    const state = result.posts.length > 0 || isFirstPage ? ('found' as const) : ('missing' as const)
    const list = { page, search, tag, tags: chooseTags({ tags, found, search, tag }), result }
    return { state, tags, list }
  } catch (error) {
    return { state: 'failed' as const, error }
  }
}

const untitled = { title: `Blog | ${site.name}`, robots: { index: false } }

export async function generateMetadata(props: Props) {
  const loaded = await load(props)
  return loaded.state === 'found' ? listMetadata(loaded.list, loaded.list.result.total) : untitled
}

export default async function BlogPage(props: Props) {
  const loaded = await load(props)
  if (loaded.state === 'failed') {
    reportPageFailure(loaded.error)
    return <FailedListView />
  }
  if (loaded.state === 'found') return <BlogList {...loaded.list} />
  setStatus(404)
  return <MissingListView tags={chooseTags({ tags: loaded.tags, found: [] })} />
}
