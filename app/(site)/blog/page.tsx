import { permanentRedirect } from 'next/navigation'
import { BlogList } from '#components/blog/blog-list.tsx'
import { MissingListView } from '#components/blog/missing-list.tsx'
import { FailedListView } from '#components/site/error-views.tsx'
import { listMetadata } from '#lib/blog/metadata.ts'
import { chooseTags, isMovedCategory, isTagNamed, listHref, parseListState } from '#lib/blog/list-state.ts'
import { getCategoriesOrNone, getPostPage, getTagsOrNone, reportPageFailure } from '#lib/blog/queries.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** `missing` stands for a page beyond the end, or a tag or category without posts. */
async function load({ searchParams }: Props) {
  const { page, search, category: slug, tag: wanted } = parseListState(await searchParams)
  // Reads posts and tags in parallel, unless the spelling of a tag must be known first.
  const untagged = wanted ? null : getPostPage(page, undefined, search, slug)
  untagged?.catch(() => {})
  const [tags, found, categories] = await Promise.all([
    getTagsOrNone(),
    search ? getTagsOrNone(search) : [],
    getCategoriesOrNone(),
  ])
  const tag = tags.find(isTagNamed(wanted))?.name ?? (wanted || undefined)
  try {
    const result = await (untagged ?? getPostPage(page, tag, search, slug))
    const { category, renamedTag } = result
    if (renamedTag || isMovedCategory(category, slug)) {
      const moved = { page, search, category: category?.slug, tag: renamedTag ?? tag }
      return { state: 'moved' as const, href: listHref(moved) }
    }
    const isFirstPage = page === 1 && (search !== undefined || (!tag && !slug))
    const state = result.posts.length > 0 || isFirstPage ? ('found' as const) : ('missing' as const)
    const offered = { tags: chooseTags({ tags, found, search, tag }), categories }
    return { state, tags, list: { page, search, category, tag, ...offered, result } }
  } catch (error) {
    return { state: 'failed' as const, error }
  }
}

export async function generateMetadata(props: Props) {
  const loaded = await load(props)
  const settings = await getSettings()
  return loaded.state === 'found'
    ? listMetadata(settings, loaded.list, loaded.list.result.total)
    : { title: `Blog | ${settings.name}`, robots: { index: false } }
}

export default async function BlogPage(props: Props) {
  const loaded = await load(props)
  if (loaded.state === 'moved') permanentRedirect(loaded.href)
  if (loaded.state === 'failed') {
    reportPageFailure(loaded.error)
    return <FailedListView />
  }
  if (loaded.state === 'found') {
    const { newsletter } = await getSettings()
    return <BlogList {...loaded.list} newsletter={newsletter} />
  }
  setStatus(404)
  return <MissingListView tags={chooseTags({ tags: loaded.tags, found: [] })} />
}
