import { isDeepStrictEqual } from 'node:util'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { getPostForWrite } from '../posts/own-post.ts'
import { isTaken } from '../posts/slugs.ts'
import { saveCopy } from '../working-copies/store.ts'
import { readAuthors } from './authors.ts'
import { addCategoryOf } from './categories.ts'
import type { PreparedPost } from './post-images.ts'
import type { SourcePost } from './source.ts'
import { storeText, type TextRun } from './store-text.ts'

/** Problems that the post has, too, are reported once. */
export const describeInChanges = (problems: string[], ofPost: string[]) =>
  problems
    .filter((problem) => !ofPost.includes(problem))
    .map((problem) => `In its unpublished changes: ${problem}`)

/** Reports what becomes of the unpublished changes, and leaves out those that cannot be imported. */
export function describeChanges(post: SourcePost): SourcePost {
  const { changes } = post
  if (!changes || post.rejected !== '') return { ...post, changes: null }
  const hasSameId = changes.sourceId === post.sourceId
  const reason = changes.rejected || (hasSameId ? '' : 'the file beside the post has another ID.')
  if (reason !== '')
    return {
      ...post,
      changes: null,
      problems: [...post.problems, `Its unpublished changes are left out: ${reason}`],
    }
  return {
    ...post,
    // The post may get another URL, which its changes keep.
    changes: { ...changes, slug: changes.slug === post.slug ? '' : changes.slug },
    problems: [
      ...post.problems,
      'Its unpublished changes are imported as unpublished changes.',
      ...describeInChanges(changes.problems, post.problems),
    ],
  }
}

/** Saves the changes like an editor, as the working copy of the imported post. */
export async function importChanges(
  { trx, account }: { trx: LockedTrx; account: FreshAccount },
  run: TextRun,
  { id, post }: { id: number; post: SourcePost },
  images: PreparedPost,
): Promise<string[]> {
  const { changes } = post
  if (!changes || !images.changes) return []
  const { content, cover, seo } = await storeText({ trx, account }, run, changes, images.changes)
  const category = await addCategoryOf(trx, run.database.dialect, { row: run.row, name: changes.category })
  const author = isDeepStrictEqual(changes.author, post.author)
    ? undefined
    : (await readAuthors(trx))(changes.author)?.slug
  const isMoved = changes.slug !== ''
  const isFree = isMoved && !(await isTaken(trx, changes.slug, id))
  const { title, excerpt, tags, coverAlt } = changes
  const fields = {
    ...{ title, content, excerpt, automatic: false },
    ...(!isDeepStrictEqual(tags, post.tags) && { tags }),
    ...(changes.category !== post.category && { category: category.slug }),
    ...(!isDeepStrictEqual(changes.seo, post.seo) && { seo }),
    ...(author !== undefined && { author }),
    ...(isFree && { slug: changes.slug }),
    ...(changes.cover === '' && { removeCover: true }),
    ...(changes.cover !== post.cover && { coverMedia: cover }),
    ...(changes.coverAlt !== post.coverAlt && { coverAlt }),
  }
  const stored = await getPostForWrite(trx, account, id)
  await saveCopy(trx, { stored, account, request: { fields, cover: null }, ifMatch: undefined })
  return [
    ...describeInChanges(images.changes.problems, images.post.problems),
    ...category.problems,
    ...(isMoved && !isFree ? [`Its unpublished changes keep its URL: ${changes.slug} is used.`] : []),
  ]
}
