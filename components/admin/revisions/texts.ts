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
  ['author', 'author'],
  ['publishAt', 'time to publish'],
  ['unpublishAt', 'time to take it offline'],
])

export const revisionName = ({ number }: Pick<Revision, 'number'>) => `Revision ${number}`

export function listMarks({ workingCopy, automatic }: Revision): string[] {
  return [...(workingCopy ? ['Changes not published'] : []), ...(automatic ? ['Saved automatically'] : [])]
}

const isPublication = ({ number, published, workingCopy, restoredFrom, changed }: Revision) =>
  number > 1 && published && !workingCopy && restoredFrom === null && !changed.includes('published')

export function describeRevision(revision: Revision): string {
  const { changed, number, published, restoredFrom } = revision
  const fields = changed.flatMap((field) => fieldNames.get(field) ?? []).join(', ')
  const event = [
    restoredFrom !== null && `Restored from ${restoredFrom}`,
    ...listMarks(revision),
    changed.includes('published') && (published ? 'Published' : 'Taken offline'),
    number === 1 && 'First revision',
    isPublication(revision) && 'Changes published',
  ].filter((text) => text !== false)
  return [...event, fields].filter((text) => text !== '').join(' · ')
}
