import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import type { CaseStudyRow } from '../case-studies/load.ts'
import { updateCaseStudy } from '../case-studies/save.ts'
import type { OpenDatabase, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { updatePost } from '../posts/save.ts'
import { getContent, type PostRow } from '../posts/stored.ts'
import { parseSeo } from '../posts/seo.ts'
import { isApprovalRequired } from '../reviews/required.ts'
import { findCopy } from '../working-copies/store.ts'
import { fetchImages, isChosen, type Fetching } from './fetch-images.ts'
import { describeMissing, listUrls } from './images.ts'
import { studyIdColumn } from './plan.ts'
import { prepareImages, storeImages, type PreparedImages } from './post-images.ts'
import { parseStored } from './retry.ts'
import { listSourceImages, parseSourcePost, type SourcePost } from './source.ts'
import type { ImportRow } from './store.ts'

const POSTS_AT_ONCE = 50

type Retry = Fetching & { database: OpenDatabase; row: ImportRow; caller: Caller }

interface Write {
  trx: LockedTrx
  account: FreshAccount
}

const listIncomplete = ({ db }: Pick<OpenDatabase, 'db'>, importId: string, from: number) =>
  db
    .selectFrom('import_posts')
    .leftJoin('imported_posts', 'imported_posts.source_id', 'import_posts.source_id')
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'imported_posts.post_id').on('removed', '=', 0))
    .leftJoin('case_studies', (join) => join.on('case_studies.public_id', '=', studyIdColumn))
    .select(['import_id', 'import_posts.position', 'document', 'message'])
    .select(['posts.id as post_id', 'case_studies.id as study_id'])
    .where('import_id', '=', importId)
    .where('import_posts.position', '>=', from)
    .where('outcome', '=', 'imported')
    .where('message', '!=', '')
    .where((eb) => eb.or([eb('posts.id', 'is not', null), eb('case_studies.id', 'is not', null)]))
    .orderBy('import_posts.position')
    .limit(POSTS_AT_ONCE)

type Row = Awaited<ReturnType<ReturnType<typeof listIncomplete>['execute']>>[number]

async function listMissing({ database, row, options }: Retry, post: SourcePost, message: string) {
  // Not the cover of unpublished changes, because the post may have another one by now.
  const urls = new Set([...post.images.map(({ url }) => url), ...listUrls(post.changes?.content ?? '')])
  const missing = listSourceImages(post).filter(
    (image) => urls.has(image.url) && isChosen(image, options) && message.includes(image.url),
  )
  if (missing.length === 0) return []
  const waiting = await database.db
    .selectFrom('import_images')
    .select('path')
    .where('import_id', '=', row.id)
    .where('problem', '=', '')
    .where(
      'path',
      'in',
      missing.map(({ path }) => path),
    )
    .execute()
  const paths = new Set(waiting.map(({ path }) => path))
  return missing.filter(({ path }) => paths.has(path))
}

const UNPUBLISHED = 'The post has unpublished changes.'
const UNAPPROVED = 'A change of what is live needs an approval.'

/** The image stays fetched for the next retry. */
async function leaveImages(
  trx: Trx,
  { import_id }: Row,
  post: SourcePost,
  problem: string,
): Promise<string[]> {
  await trx
    .updateTable('import_images')
    .set({ problem })
    .where('import_id', '=', import_id)
    .where(
      'path',
      'in',
      post.images.map(({ path }) => path),
    )
    .execute()
  return post.images.flatMap((image) => describeMissing(image, post, problem))
}

interface Missing {
  row: Row
  post: SourcePost
  images: PreparedImages
}

const targetOf = ({ trx, account }: Write, retry: Retry, { post }: Missing, content: string) => ({
  ...{ trx, importId: retry.row.id, by: account.authorId },
  ...{ site: '', textSite: parseStored(retry.row.options).textSite },
  post: { ...post, content },
})

const needsApproval = async ({ trx }: Write, { published }: { published: number }) =>
  published === 1 && (await isApprovalRequired(trx))

async function completePost(
  write: Write,
  retry: Retry,
  stored: PostRow,
  missing: Missing,
): Promise<string[]> {
  const { trx, account } = write
  const { row, post, images } = missing
  // Changing the text below a working copy would be a conflict.
  if (await findCopy(trx, stored.id)) return leaveImages(trx, row, post, UNPUBLISHED)
  if (await needsApproval(write, stored)) return leaveImages(trx, row, post, UNAPPROVED)
  const content = await getContent(trx, stored.id)
  const added = await storeImages(targetOf(write, retry, missing, content), images)
  const { image } = parseSeo(stored.seo)
  const fields = {
    ...(added.content !== content && { content: added.content }),
    ...(added.cover !== undefined && stored.cover_id === null && { coverMedia: added.cover }),
    ...(added.shareImage !== '' && image === undefined && { seo: { image: added.shareImage } }),
  }
  if (Object.keys(fields).length > 0)
    await updatePost(trx, retry.database.dialect, stored, { fields, cover: null }, account.authorId)
  return images.problems
}

async function completeCaseStudy(
  write: Write,
  retry: Retry,
  stored: CaseStudyRow,
  missing: Missing,
): Promise<string[]> {
  const { row, post, images } = missing
  if (await needsApproval(write, stored)) return leaveImages(write.trx, row, post, UNAPPROVED)
  const { content, cover } = await storeImages(targetOf(write, retry, missing, stored.content), images)
  const fields = {
    ...(content !== stored.content && { content }),
    ...(cover !== undefined && stored.cover_id === null && { coverMedia: cover, coverAlt: stored.cover_alt }),
  }
  if (Object.keys(fields).length > 0)
    await updateCaseStudy({ ...write, dialect: retry.database.dialect }, stored, { fields, cover: null })
  return images.problems
}

async function complete(write: Write, retry: Retry, missing: Missing) {
  const { trx } = write
  const { row, post } = missing
  const posts = trx.selectFrom('posts').selectAll().where('id', '=', row.post_id)
  const stored = await posts.where('removed', '=', 0).executeTakeFirst()
  const studies = trx.selectFrom('case_studies').selectAll().where('id', '=', row.study_id)
  const study = await studies.executeTakeFirst()
  if (!stored && !study) return
  const problems = [
    ...(stored ? await completePost(write, retry, stored, missing) : []),
    ...(study ? await completeCaseStudy(write, retry, study, missing) : []),
  ]
  const others = row.message.split('\n').filter((line) => !post.images.some(({ url }) => line.includes(url)))
  await trx
    .updateTable('import_posts')
    .set({ message: [...others, ...problems].join('\n') })
    .where('import_id', '=', row.import_id)
    .where('position', '=', row.position)
    .execute()
}

/** Returns false when some of its images are left for the next call. */
async function addImagesOf(retry: Retry, row: Row): Promise<boolean> {
  const { database, caller } = retry
  const post = parseSourcePost(row.document)
  const images = await listMissing(retry, post, row.message)
  if (images.length === 0) return true
  if (!(await fetchImages(database.db, row, retry))) return false
  const missing = { ...post, images }
  const prepared = await prepareImages(database.db, retry.row.id, missing)
  await withWriteLockAs(caller, (trx, account) =>
    complete({ trx, account }, retry, { row, post: missing, images: prepared }),
  )
  return true
}

/** Returns false, so that the next call continues at the position, unless a retry has changed the options meanwhile. */
async function leaveRest({ database, row, options }: Retry, nextPosition: number): Promise<false> {
  const stored = row.options ?? JSON.stringify(options)
  await database.db
    .updateTable('imports')
    .set({ options: JSON.stringify({ ...parseStored(stored), nextPosition }) })
    .where('id', '=', row.id)
    .where('options', '=', stored)
    .execute()
  return false
}

/** Completes what is here already. Returns false when some are left for the next call. */
export async function addFetchedImages(retry: Retry): Promise<boolean> {
  const { database, row, until } = retry
  let { nextPosition } = parseStored(row.options)
  for (;;) {
    const posts = await listIncomplete(database, row.id, nextPosition).execute()
    for (const incomplete of posts) {
      if (!(await addImagesOf(retry, incomplete))) return leaveRest(retry, incomplete.position)
      nextPosition = incomplete.position + 1
      if (Date.now() >= until) return leaveRest(retry, nextPosition)
    }
    if (posts.length < POSTS_AT_ONCE) return true
  }
}
