import { Flag } from '#components/flags/flag.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { EmailAdvice, retryLink, type RetryProps } from './page-error.tsx'
import { emptyListText, postTexts } from '#lib/blog/texts.ts'
import { caseStudyTexts } from '#lib/case-studies/texts.ts'
import { newsletterTexts } from '#lib/newsletter/texts.ts'

interface DocumentTexts {
  title: string
  explanation: string
  back: { href: string; label: string }
}

const postView = { explanation: postTexts.explanation, back: { href: '/blog', label: 'Back to Blog' } }
const studyView = { explanation: caseStudyTexts.explanation, back: { href: '/work', label: 'All work' } }

/** Shown with 404 for a post that does not exist or is not published, and with 410 for an archived one. */
export const MissingPostView = () => <DocumentErrorView {...postView} title={postTexts.missing} />

export const FailedPostView = ({ retry = retryLink }: RetryProps) => (
  <DocumentErrorView {...postView} title={postTexts.failed} retry={retry} />
)

export const MissingCaseStudyView = () => <DocumentErrorView {...studyView} title={caseStudyTexts.missing} />

export const FailedCaseStudyView = () => (
  <DocumentErrorView {...studyView} title={caseStudyTexts.failed} retry={retryLink} />
)

function DocumentErrorView({ title, explanation, back, retry }: DocumentTexts & RetryProps) {
  return (
    <div className="frame py-24">
      <div className="section-head">
        <Flag signal="N" className="section-flag" />
        <h1 className="text-title">{title}</h1>
      </div>
      <p className="my-8 max-w-measure font-reading text-lead">{explanation}</p>
      {retry && (
        <>
          <p className="mb-8 max-w-measure">
            <EmailAdvice />
          </p>
          <p className="mb-8">{retry}</p>
        </>
      )}
      <StandaloneLink href={back.href} className="no-print">
        {back.label}
      </StandaloneLink>
    </div>
  )
}

export function FailedWorkView() {
  return (
    <div className="frame py-24">
      <h1 className="text-title">Work</h1>
      <p role="alert" className="my-8 max-w-measure text-head">
        The case studies could not be loaded.
      </p>
      <p className="mb-8 max-w-measure">
        <EmailAdvice />
      </p>
      {retryLink}
    </div>
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
