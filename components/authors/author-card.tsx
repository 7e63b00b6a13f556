import { SiteLink } from '#components/ui/link.tsx'
import type { Author } from '#contract/authors.ts'
import { authorPath } from '#lib/authors/author.ts'
import { AuthorLinks } from './author-links.tsx'
import { SmallPortrait } from './portrait.tsx'

export function AuthorCard({ author, brand }: { author: Author; brand: string }) {
  const shown = { ...author, name: author.name || brand }
  const defaultBio = `Writes for the ${brand} blog about building software and being found.`
  return (
    <section aria-label="About the author" className="flex max-w-measure gap-5 border-t-2 border-ink pt-6">
      <SmallPortrait author={shown} className="size-16 shrink-0 sm:size-20" />
      <div className="min-w-0 grow">
        <p className="font-semibold">
          <AuthorName author={shown} />
        </p>
        {author.role && (
          <p className="text-sm text-muted">
            <bdi>{author.role}</bdi>
          </p>
        )}
        <p dir="auto" className="mt-2 font-reading whitespace-pre-line">
          {author.bio || defaultBio}
        </p>
        <AuthorLinks author={shown} className="mt-3" />
      </div>
    </section>
  )
}

export function AuthorName({ author }: { author: Author }) {
  const path = authorPath(author)
  if (!path) return <bdi>{author.name}</bdi>
  return (
    <SiteLink href={path} rel="author" dir="auto" className="link -my-2.5 inline-block py-2.5">
      {author.name}
    </SiteLink>
  )
}
