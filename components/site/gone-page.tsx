import { Flag } from '#components/flags/flag.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'

export const goneTitle = 'This page no longer exists'

export const GonePageView = () => (
  <div className="frame py-24">
    <div className="section-head">
      <Flag signal="N" className="section-flag" />
      <h1 className="text-title">{goneTitle}</h1>
    </div>
    <p className="my-8 max-w-measure font-reading text-lead">It was removed and has no replacement.</p>
    <p className="flex flex-wrap gap-6">
      <StandaloneLink href="/">Go to the home page</StandaloneLink>
      <StandaloneLink href="/blog">Go to the blog</StandaloneLink>
    </p>
  </div>
)
