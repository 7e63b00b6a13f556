import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { RenderedArticle } from '#components/blog/rendered-article.tsx'
import { RenderedCaseStudy } from '#components/case-studies/rendered-case-study.tsx'
import { GuestNotes } from '#components/notes/guest-notes.tsx'
import { GuestDrafts } from '#components/previews/guest-drafts.tsx'
import { ReviewSection } from '#components/previews/review-section.tsx'
import {
  LockedPreview,
  MissingPreviewView,
  PreviewBanner,
  PublishedPreviewView,
} from '#components/previews/preview-views.tsx'
import { FailedPostView } from '#components/site/error-views.tsx'
import { Static } from '#components/site/static.tsx'
import type { Post } from '#contract/posts.ts'
import type { PreviewReviews } from '#contract/reviews.ts'
import { getRelatedPosts } from '#lib/blog/queries.ts'
import { absoluteUrl } from '#lib/metadata.ts'
import { openGuestNotes, readNoteResult } from '#lib/notes/guest-notes.ts'
import { openPreview, readPasswordError } from '#lib/previews/preview.ts'
import { readReviewForm } from '#lib/previews/review.ts'
import { readUnsent } from '#lib/previews/unsent.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

interface Props {
  params: Promise<{ token: string }>
  searchParams: Promise<{ note?: string | string[] }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await getSettings()
  const opened = await openPreview((await params).token)
  const { title } =
    opened.state === 'post' ? opened.post : opened.state === 'caseStudy' ? opened.caseStudy : {}
  return {
    title: { absolute: `${title ? `Preview: ${title}` : 'Preview'} | ${name}` },
    robots: { index: false, follow: false },
    referrer: 'no-referrer',
  }
}

export default async function PreviewPage({ params, searchParams }: Props) {
  const { token } = await params
  const isNoteSent = (await searchParams).note !== undefined
  const unsent = await readUnsent(isNoteSent)
  const opened = await openPreview(token)
  switch (opened.state) {
    case 'failed':
      return <FailedPostView />
    case 'missing':
      setStatus(opened.status)
      return <MissingPreviewView unsent={unsent} />
    case 'locked':
      return <LockedPreview token={token} error={await readPasswordError()} unsent={unsent} />
    case 'published':
      if (!unsent) return redirect(opened.path)
      return <PublishedPreviewView path={opened.path} unsent={unsent} />
    case 'caseStudy':
      return (
        <>
          <Banner expiresAt={opened.expiresAt} review={opened.review} />
          <RenderedCaseStudy study={opened.caseStudy} />
          <Reviews token={token} review={opened.review} />
          <Drafts isNoteSent={false} />
        </>
      )
    case 'post':
      return (
        <>
          <Banner expiresAt={opened.expiresAt} review={opened.review} />
          <PostPreview post={opened.post} />
          <PreviewNotes token={token} content={opened.post.content} isSent={isNoteSent} />
          <Reviews token={token} review={opened.review} />
          <Drafts isNoteSent={isNoteSent} />
        </>
      )
  }
}

const Banner = ({ expiresAt, review }: { expiresAt: string; review?: PreviewReviews | undefined }) => (
  <Static>
    <PreviewBanner expiresAt={expiresAt} canReview={review !== undefined} />
  </Static>
)

const PostPreview = async ({ post }: { post: Post }) => (
  <RenderedArticle
    post={post}
    related={await getRelatedPosts(post)}
    url={absoluteUrl(`/blog/${post.slug}`)}
    preview
  />
)

async function Drafts({ isNoteSent }: { isNoteSent: boolean }) {
  const note = isNoteSent && (await readNoteResult())?.message !== undefined
  const review = (await readReviewForm()).message !== undefined
  return <GuestDrafts sent={{ note, review }} />
}

async function Reviews({ token, review }: { token: string; review: PreviewReviews | undefined }) {
  if (!review) return null
  return <ReviewSection token={token} review={review} form={await readReviewForm()} />
}

async function PreviewNotes({ token, content, isSent }: { token: string; content: string; isSent: boolean }) {
  const notes = await openGuestNotes(token)
  if (!notes) return null
  return (
    <GuestNotes
      token={token}
      content={content}
      notes={notes}
      result={isSent ? await readNoteResult() : null}
    />
  )
}
