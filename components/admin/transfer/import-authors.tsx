import { SiteLink } from '#components/ui/link.tsx'
import type { Import, ImportAuthor, ImportOptions } from '#contract/imports.ts'
import { countOf } from '#lib/counts.ts'

interface ImportAuthorsProps extends Pick<Import, 'authors' | 'moreAuthors' | 'moreTakenAuthors'> {
  taken: ImportOptions['taken']
}

export function ImportAuthors({ authors: all, moreAuthors, moreTakenAuthors, taken }: ImportAuthorsProps) {
  const authors = all
    .map((author) => ({ ...author, posts: author.posts + (taken === 'rename' ? author.taken : 0) }))
    .filter(({ posts }) => posts > 0)
  const more = moreAuthors + (taken === 'rename' ? moreTakenAuthors : 0)
  if (authors.every(({ source }) => source === '')) return null
  const isAnyUnmatched = authors.some(({ source, isMatched }) => source !== '' && !isMatched)
  return (
    <section aria-label="Authors" className="mt-4">
      <h2 className="font-bold">Authors</h2>
      <ul className="mt-1">
        {authors.map((author, index) => (
          <li key={index} className="wrap-anywhere">
            {describe(author)}
          </li>
        ))}
        {more > 0 && <li>{countOf(more, 'more author')}</li>}
      </ul>
      {isAnyUnmatched && (
        <p className="mt-1 max-w-measure text-sm text-muted">
          An author matches the account with the same email address, or else the only author of this site with
          the same name. For other matches, add accounts under{' '}
          <SiteLink href="/admin/users" className="link">
            Users
          </SiteLink>{' '}
          before you import.
        </p>
      )}
    </section>
  )
}

function describe({ source, name, isMatched, posts }: ImportAuthor): string {
  const count = countOf(posts, 'post')
  if (source === '') return `${count} without an author: assigned to you`
  return `${count} by “${source}”: assigned to ${isMatched ? name : 'you, because no author of this site matches'}`
}
