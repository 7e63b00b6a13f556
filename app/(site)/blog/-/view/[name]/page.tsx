import { notFound } from 'next/navigation'
import { ListFailure } from '#components/blog/list-failure.tsx'
import { NoSuchList } from '#components/blog/no-such-list.tsx'
import { PostProblem } from '#components/blog/post-problem.tsx'
import { buttonClasses } from '#components/ui/button-style.ts'
import { postTexts } from '#lib/blog/texts.ts'
import { site } from '#lib/site.ts'

export const revalidate = 60
/** Rendered when first needed: one of them reads the tags, and a build has no upstream. */
export const generateStaticParams = () => []

interface Props {
  params: Promise<{ name: string }>
}

/** An empty reference is the very address that the reader is at, whichever that is. */
const sameAddress = ''
const retry = (
  <a href={sameAddress} className={buttonClasses('act')}>
    Try again
  </a>
)

/** What stands in place of a page of the blog that is missing or failed; lib/http/error-views.ts chooses. */
const views = new Map([
  ['no-post', { title: postTexts.missing, view: <PostProblem title={postTexts.missing} /> }],
  ['failed-post', { title: postTexts.failed, view: <PostProblem title={postTexts.failed} retry={retry} /> }],
  ['no-list', { title: 'Blog', view: <NoSuchList /> }],
  ['failed-list', { title: 'Blog', view: <ListFailure retry={retry} /> }],
])

export async function generateMetadata({ params }: Props) {
  const { title = 'Blog' } = views.get((await params).name) ?? {}
  return { title: `${title} | ${site.name}`, robots: { index: false } }
}

export default async function ErrorView({ params }: Props) {
  return views.get((await params).name)?.view ?? notFound()
}
