import type { ReactNode } from 'react'
import { buttonClasses } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { SiteEmail } from './site-context.tsx'

export interface RetryProps {
  retry?: ReactNode
}

/** An empty reference resolves to the URL of the document. */
const currentUrl = ''
export const retryLink = (
  <a href={currentUrl} className={buttonClasses('act')}>
    Try again
  </a>
)

export const EmailAdvice = () => (
  <>
    If the problem continues, email <SiteEmail />.
  </>
)

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
