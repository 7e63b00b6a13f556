import { SiteLink } from '#components/ui/link.tsx'
import type { ImportAuthor } from '#contract/imports.ts'
import { countOf } from '#lib/counts.ts'

/** Whose the posts of each author in the file become. */
export function ImportAuthors({ authors }: { authors: ImportAuthor[] }) {
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
      </ul>
      {isAnyUnmatched && (
        <p className="mt-1 max-w-measure text-sm text-muted">
          An author matches the account with the same email address, or else the only one with the same name.
          For other matches, add accounts under{' '}
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
  return `${count} by “${source}”: assigned to ${isMatched ? name : 'you, because no account matches'}`
}
