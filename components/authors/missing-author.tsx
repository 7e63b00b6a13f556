import { Flag } from '#components/flags/flag.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import type { AuthorProfile } from '#contract/authors.ts'
import { authorPageHref } from '#lib/authors/author.ts'
import { authorTexts } from '#lib/authors/metadata.ts'

/** Shown with 404: for a page beyond the end with the author, otherwise for an author who is unknown or has no published posts. */
export const MissingAuthorView = ({ author }: { author?: AuthorProfile | undefined }) => (
  <div className="frame py-24">
    <div className="section-head">
      <Flag signal="N" className="section-flag" />
      <h1 className="text-title">{author ? authorTexts.beyond : authorTexts.missing}</h1>
    </div>
    <p className="my-8 max-w-measure font-reading text-lead">
      {author ? `${author.name} has not published this many articles.` : authorTexts.explanation}
    </p>
    {author ? (
      <StandaloneLink href={authorPageHref(`/authors/${author.slug}`, 1)} className="no-print">
        Articles by {author.name}
      </StandaloneLink>
    ) : (
      <StandaloneLink href="/blog" className="no-print">
        Back to Blog
      </StandaloneLink>
    )}
  </div>
)
