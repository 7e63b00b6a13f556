import { ApiError } from '#contract/errors.ts'
import { checkPost, listReferences, scanText, type ScannedText } from '#contract/post-checks.ts'
import type { Db } from '../db/open.ts'
import { loadFullPost } from '../posts/load.ts'
import { readSettings } from '../settings/store.ts'
import { checkReferences } from './references.ts'

interface Planned {
  content?: string | undefined
  published?: boolean | undefined
  isScheduled?: boolean
}

/** Scans the text in advance, so that `requireChecks` does not do it under the write lock. */
export async function scanForChecks(
  db: Db,
  postId: number | null,
  { content, published, isScheduled = false }: Planned,
): Promise<ScannedText | null> {
  if ((await readSettings(db)).data.publishChecks.length === 0) return null
  const stored = await db
    .selectFrom('posts')
    .innerJoin('post_contents', 'post_contents.post_id', 'posts.id')
    .select(['published', 'content'])
    .where('posts.id', '=', postId ?? 0)
    .executeTakeFirst()
  const text = content ?? stored?.content
  const isChecked = isScheduled || (published ?? stored?.published === 1)
  return isChecked && text !== undefined ? scanText(text) : null
}

interface Options {
  isScheduled?: boolean
  scanned: ScannedText | null
}

export async function requireChecks(
  db: Db,
  postId: number,
  siteUrl: string,
  { isScheduled = false, scanned }: Options,
): Promise<void> {
  const { publishChecks, name } = (await readSettings(db)).data
  if (publishChecks.length === 0) return
  const { title, content, excerpt, cover, seo = {}, published } = await loadFullPost(db, postId)
  if (!published && !isScheduled) return
  const checked = { title, content, excerpt, seo, coverAlt: cover?.alt ?? '' }
  const post = { ...checked, cover: cover?.sources.at(-1)?.url ?? null }
  const text = scanned?.content === content ? scanned : scanText(content)
  const references = await checkReferences(db, listReferences(post.cover, text, siteUrl))
  const problems = checkPost(post, references, { brand: name, siteUrl }, text).filter(({ check }) =>
    publishChecks.includes(check),
  )
  const [first] = problems
  if (!first) return
  const more = problems.length > 1 ? ` (${problems.length - 1} more)` : ''
  const fields = Object.fromEntries(
    problems
      .toReversed()
      .map(({ field, message }) => [field === 'cover' ? 'coverImage' : field.split('.', 1).join(), message]),
  )
  throw new ApiError('invalid', `This post cannot be published yet: ${first.message}${more}`, { fields })
}
