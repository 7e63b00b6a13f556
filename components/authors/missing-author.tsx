import { Flag } from '#components/flags/flag.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { authorTexts } from '#lib/authors/metadata.ts'

/** Shown with 404 for an unknown author, an author without published posts, or a page beyond the end. */
export const MissingAuthorView = () => (
  <div className="frame py-24">
    <div className="section-head">
      <Flag signal="N" className="section-flag" />
      <h1 className="text-title">{authorTexts.missing}</h1>
    </div>
    <p className="my-8 max-w-measure font-reading text-lead">{authorTexts.explanation}</p>
    <StandaloneLink href="/blog" className="no-print">
      Back to Blog
    </StandaloneLink>
  </div>
)
