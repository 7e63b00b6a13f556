import { ApiError } from '#contract/errors.ts'
import type { ImportRetry } from '#contract/imports.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { OpenDatabase, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { updatePost } from '../posts/save.ts'
import { getContent, type PostRow } from '../posts/stored.ts'
import { parseSeo } from '../posts/seo.ts'
import { findCopy } from '../working-copies/store.ts'
import { fetchImages, isChosen, type Fetching } from './fetch-images.ts'
import { describeMissing } from './images.ts'
import { prepareImages, storeImages, type PreparedImages } from './post-images.ts'
import { sourcePostSchema, type SourcePost } from './source.ts'
import { parseOptions, type ImportRow } from './store.ts'

type Retry = Fetching & { database: OpenDatabase; row: ImportRow; caller: Caller }

interface Write {
  trx: LockedTrx
  account: FreshAccount
}

const notFinished = () => new ApiError('conflict', 'This import is not finished.')

export async function retryFailedImages(
  caller: Caller,
  { id }: ImportRow,
  { site }: ImportRetry,
): Promise<void> {
  await withWriteLockAs(caller, async (trx) => {
    const { options } = await trx
      .updateTable('imports')
      .set({ finished_at: null })
      .where('id', '=', id)
      .where('finished_at', 'is not', null)
      .returning('options')
      .executeTakeFirstOrThrow(notFinished)
    const chosen = parseOptions(options ?? '{}')
    const next = { ...chosen, site: site ?? chosen.site }
    await trx
      .updateTable('imports')
      .set({ options: JSON.stringify(next) })
      .where('id', '=', id)
      .execute()
    const failed = trx.updateTable('import_images').set({ problem: '' }).where('import_id', '=', id)
    // Without an address, images of the old site stay listed.
    await (next.site === '' ? failed.where('host', '!=', '') : failed).execute()
  })
}

export async function recordMissingSite(trx: Trx, importId: string, { images }: SourcePost): Promise<void> {
  const paths = images.filter(({ host }) => host === '').map(({ path }) => path)
  if (paths.length === 0) return
  await trx
    .updateTable('import_images')
    .set({ problem: 'The address of the old site is missing.' })
    .where('import_id', '=', importId)
    .where('path', 'in', paths)
    .execute()
}

const listIncomplete = ({ db }: Pick<OpenDatabase, 'db'>, importId: string) =>
  db
    .selectFrom('import_posts')
    .innerJoin('imported_posts', 'imported_posts.source_id', 'import_posts.source_id')
    .innerJoin('posts', 'posts.id', 'imported_posts.post_id')
    .select(['import_id', 'position', 'document', 'message', 'post_id'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'imported')
    .where('message', '!=', '')
    .where('removed', '=', 0)
    .orderBy('position')

type Row = Awaited<ReturnType<ReturnType<typeof listIncomplete>['execute']>>[number]

async function listMissing({ database, row, options }: Retry, post: SourcePost, message: string) {
  const waiting = await database.db
    .selectFrom('import_images')
    .select('path')
    .where('import_id', '=', row.id)
    .where('problem', '=', '')
    .execute()
  const paths = new Set(waiting.map(({ path }) => path))
  return post.images.filter(
    (image) => isChosen(image, options) && paths.has(image.path) && message.includes(image.url),
  )
}

const UNPUBLISHED = 'The post has unpublished changes.'

/** The image stays fetched for the next retry. */
async function leaveImages(trx: Trx, { import_id }: Row, { images, seo }: SourcePost): Promise<string[]> {
  await trx
    .updateTable('import_images')
    .set({ problem: UNPUBLISHED })
    .where('import_id', '=', import_id)
    .where(
      'path',
      'in',
      images.map(({ path }) => path),
    )
    .execute()
  return images.map((image) => describeMissing(image, seo.image, UNPUBLISHED))
}

async function addImages(
  { trx, account }: Write,
  { database }: Retry,
  { row, stored, post, images }: { row: Row; stored: PostRow; post: SourcePost; images: PreparedImages },
): Promise<string[]> {
  const content = await getContent(trx, stored.id)
  const target = { trx, importId: row.import_id, post: { ...post, content }, by: account.authorId }
  const added = await storeImages(target, images)
  const { image } = parseSeo(stored.seo)
  const fields = {
    ...(added.content !== content && { content: added.content }),
    ...(added.cover !== undefined && stored.cover_id === null && { coverMedia: added.cover }),
    ...(added.shareImage !== '' && image === undefined && { seo: { image: added.shareImage } }),
  }
  if (Object.keys(fields).length > 0)
    await updatePost(trx, database.dialect, stored, { fields, cover: null }, account.authorId)
  return images.problems
}

async function complete(write: Write, retry: Retry, row: Row, post: SourcePost, images: PreparedImages) {
  const { trx } = write
  const posts = trx.selectFrom('posts').selectAll().where('id', '=', row.post_id)
  const stored = await posts.where('removed', '=', 0).executeTakeFirst()
  if (!stored) return
  // Changing the text below a working copy would be a conflict.
  const problems = (await findCopy(trx, row.post_id))
    ? await leaveImages(trx, row, post)
    : await addImages(write, retry, { row, stored, post, images })
  const others = row.message.split('\n').filter((line) => !post.images.some(({ url }) => line.includes(url)))
  await trx
    .updateTable('import_posts')
    .set({ message: [...others, ...problems].join('\n') })
    .where('import_id', '=', row.import_id)
    .where('position', '=', row.position)
    .execute()
}

/** Completes posts that are here already. Returns false when some are left for the next call. */
export async function addFetchedImages(retry: Retry): Promise<boolean> {
  const { database, row, caller, until } = retry
  for (const incomplete of await listIncomplete(database, row.id).execute()) {
    const post = sourcePostSchema.parse(JSON.parse(incomplete.document))
    const images = await listMissing(retry, post, incomplete.message)
    if (images.length === 0) continue
    if (Date.now() >= until || !(await fetchImages(database.db, incomplete, retry))) return false
    const missing = { ...post, images }
    const prepared = await prepareImages(database.db, row.id, missing)
    await withWriteLockAs(caller, (trx, account) =>
      complete({ trx, account }, retry, incomplete, missing, prepared),
    )
  }
  return true
}
