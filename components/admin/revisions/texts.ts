import type { Revision } from '#contract/revisions.ts'

const fieldNames = new Map([
  ['title', 'title'],
  ['slug', 'URL'],
  ['excerpt', 'excerpt'],
  ['content', 'text'],
  ['tags', 'tags'],
  ['category', 'category'],
  ['cover', 'cover'],
  ['coverAlt', 'alternative text'],
  ['seo', 'search and sharing'],
])

export const nameOf = ({ number }: Pick<Revision, 'number'>) => `Revision ${number}`

export function describeRevision({ changed, number, published, restoredFrom }: Revision): string {
  const fields = changed.flatMap((field) => fieldNames.get(field) ?? []).join(', ')
  const event = [
    restoredFrom !== null && `Restored from ${restoredFrom}`,
    changed.includes('published') && (published ? 'Published' : 'Taken offline'),
    number === 1 && 'First revision',
  ].filter((text) => text !== false)
  return [...event, fields].filter((text) => text !== '').join(' · ')
}
