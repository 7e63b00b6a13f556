import type { ReactNode } from 'react'
import { ListHead } from '#components/blog/list-head.tsx'
import { Flag } from '#components/flags/flag.tsx'
import { ButtonLink, buttonClasses } from '#components/ui/button.tsx'
import { EmailLink, StandaloneLink } from '#components/ui/link.tsx'
import type { TagChoice } from '#lib/blog/list-state.ts'
import { emptyListText, postTexts } from '#lib/blog/texts.ts'
import { newsletterTexts } from '#lib/newsletter/texts.ts'
import { site } from '#lib/site.ts'

interface RetryProps {
  retry?: ReactNode
}

/** An empty reference resolves to the URL of the document. */
const currentUrl = ''
const retryLink = (
  <a href={currentUrl} className={buttonClasses('act')}>
    Try again
  </a>
)

const EmailAdvice = () => (
  <>
    If the problem continues, email <EmailLink address={site.email} />.
  </>
)

/** 404: the post does not exist or is not published. */
export const MissingPostView = () => <PostErrorView title={postTexts.missing} />

export const FailedPostView = ({ retry = retryLink }: RetryProps) => (
  <PostErrorView title={postTexts.failed} retry={retry} />
)

function PostErrorView({ title, retry }: { title: string; retry?: ReactNode }) {
  return (
    <div className="frame py-24">
      <div className="section-head">
        <Flag signal="N" className="section-flag" />
        <h1 className="text-title">{title}</h1>
      </div>
      <p className="my-8 max-w-measure font-reading text-lead">{postTexts.explanation}</p>
      {retry && (
        <>
          <p className="mb-8 max-w-measure">
            <EmailAdvice />
          </p>
          <p className="mb-8">{retry}</p>
        </>
      )}
      <StandaloneLink href="/blog" className="no-print">
        Back to Blog
      </StandaloneLink>
    </div>
  )
}

/** 404: the page is beyond the end of the list, or no post has the tag. */
export function MissingListView({ tags }: { tags: TagChoice }) {
  return (
    <>
      <ListHead tags={tags} />
      <div className="frame border-t-2 border-ink pb-20">
        <p className="max-w-measure py-16 text-head">{emptyListText}</p>
        <ButtonLink href="/blog" data-list="tag">
          All articles
        </ButtonLink>
      </div>
    </>
  )
}

export function FailedListView({ retry = retryLink }: RetryProps) {
  return (
    <div className="frame py-24">
      <h1 className="text-title">Blog</h1>
      <p role="alert" className="my-8 max-w-measure text-head">
        {emptyListText}
      </p>
      <p className="mb-8 max-w-measure">
        <EmailAdvice />
      </p>
      {retry}
    </div>
  )
}

/** 404: the link of a newsletter e-mail has expired, was used or is incomplete. */
export function InvalidLinkView() {
  return (
    <section className="frame frame-measure py-24">
      <h1 className="text-title">{newsletterTexts.gone}</h1>
      <p className="my-8 font-reading text-lead">
        Confirmation links work for seven days, and unsubscribe links until you unsubscribe. To get the
        newsletter, enter your email address again.
      </p>
      <ButtonLink href="/newsletter">Go to the newsletter</ButtonLink>
    </section>
  )
}

export function ErrorPageView({ retry = retryLink }: RetryProps) {
  return (
    <div className="frame py-24">
      <h1 className="text-title">This page could not be loaded</h1>
      <p className="my-8 max-w-measure font-reading text-lead">
        Please try again in a few minutes. <EmailAdvice />
      </p>
      <p className="mb-8">{retry}</p>
      <StandaloneLink href="/">Go to the home page</StandaloneLink>
    </div>
  )
}
