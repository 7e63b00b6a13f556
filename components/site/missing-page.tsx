import { Flag } from '#components/flags/flag.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'

export const missingPages = {
  400: {
    title: 'This address is not valid',
    text: 'It may be incomplete or contain a typing error. Please check it, or continue here:',
  },
  404: {
    title: 'This page does not exist',
    text: 'It may have been moved, or the address contains a typing error. Please check it, or continue here:',
  },
  410: { title: 'This page no longer exists', text: 'It was removed and has no replacement.' },
} as const

export const MissingPageView = ({ status }: { status: keyof typeof missingPages }) => (
  <div className="frame py-24">
    <div className="section-head">
      <Flag signal="N" className="section-flag" />
      <h1 className="text-title">{missingPages[status].title}</h1>
    </div>
    <p className="my-8 max-w-measure font-reading text-lead">{missingPages[status].text}</p>
    <p className="flex flex-wrap gap-6">
      <StandaloneLink href="/">Go to the home page</StandaloneLink>
      <StandaloneLink href="/blog">Go to the blog</StandaloneLink>
    </p>
  </div>
)
