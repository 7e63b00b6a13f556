import { permanentRedirect } from 'next/navigation'
import { AuthorPage } from '#components/authors/author-page.tsx'
import { MissingAuthorView } from '#components/authors/missing-author.tsx'
import { ErrorPageView } from '#components/site/page-error.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { Static } from '#components/site/static.tsx'
import { authorPageHref } from '#lib/authors/author.ts'
import { authorJsonLd, authorMetadata, authorTexts } from '#lib/authors/metadata.ts'
import { getAuthor, getAuthorPosts } from '#lib/authors/queries.ts'
import { parseListState } from '#lib/blog/list-state.ts'
import { reportPageFailure } from '#lib/blog/queries.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

interface Props {
  params: Promise<{ slug: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

async function load({ params, searchParams }: Props) {
  const { slug } = await params
  const { page } = parseListState(await searchParams)
  try {
    const author = await getAuthor(slug)
    if (!author) return { state: 'missing' as const, author: undefined }
    if (author.slug !== slug) return { state: 'moved' as const, author, page }
    const result = await getAuthorPosts(author.slug, page)
    return result.posts.length > 0
      ? { state: 'found' as const, author, page, result }
      : { state: 'beyond' as const, author }
  } catch (error) {
    return { state: 'failed' as const, error }
  }
}

export async function generateMetadata(props: Props) {
  const [settings, loaded] = await Promise.all([getSettings(), load(props)])
  if (loaded.state === 'found') return authorMetadata(settings, loaded.author, loaded.page)
  const title = authorTexts[loaded.state === 'moved' ? 'missing' : loaded.state]
  return { title: `${title} | ${settings.name}`, robots: { index: false } }
}

export default async function AuthorRoute(props: Props) {
  const loaded = await load(props)
  if (loaded.state === 'failed') {
    reportPageFailure(loaded.error)
    return <ErrorPageView />
  }
  if (loaded.state === 'missing' || loaded.state === 'beyond') {
    setStatus(404)
    return <MissingAuthorView author={loaded.author} />
  }
  const { author, page } = loaded
  if (loaded.state === 'moved') permanentRedirect(authorPageHref(`/authors/${author.slug}`, page))
  const { name } = await getSettings()
  return (
    <Static>
      <JsonLd data={authorJsonLd(author)} />
      <AuthorPage author={author} brand={name} result={loaded.result} page={page} />
    </Static>
  )
}
