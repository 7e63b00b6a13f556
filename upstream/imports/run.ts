import { ApiError } from '#contract/errors.ts'
import type { ImportOptions, ImportOutcome } from '#contract/imports.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity } from '../activity/record.ts'
import type { AcceptsAddress } from '../external-links/request.ts'
import type { Db, OpenDatabase, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { insertPost } from '../posts/save.ts'
import { findFreeSlug, isReserved } from '../posts/slugs.ts'
import { isApprovalRequired } from '../reviews/required.ts'
import { changeSchedule } from '../schedule/store.ts'
import { addFetchedImages } from './add-images.ts'
import { addArchiveRedirects } from './archive-redirects.ts'
import { readAuthors } from './authors.ts'
import { importCaseStudy } from './case-study.ts'
import { addCategoryOf } from './categories.ts'
import { fetchImages } from './fetch-images.ts'
import { planColumn } from './plan.ts'
import { prepareImages, type PreparedPost } from './post-images.ts'
import { addRedirects } from './redirects.ts'
import { isOwnPost, parseSourcePost, type SourcePost } from './source.ts'
import { recordMissingSite } from './retry.ts'
import { startImport } from './start.ts'
import type { ImportRow } from './store.ts'
import { storeText } from './store-text.ts'
import { importChanges } from './unpublished-changes.ts'

const STEP_MS = 4_000

interface Run {
  database: OpenDatabase
  row: ImportRow
  caller: Caller
  options: ImportOptions
  accepts: AcceptsAddress
  siteUrl: string
}

const waiting = (db: Db, importId: string) =>
  db
    .selectFrom('import_posts')
    .select(['import_id', 'position', 'source_id', 'slug', 'document', 'message', planColumn.as('plan')])
    .where('import_id', '=', importId)
    .where('outcome', 'is', null)

const findNext = (db: Db, importId: string) =>
  waiting(db, importId).orderBy('position').limit(1).executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findNext>>>

const setOutcome = (trx: Trx, run: Run, { position }: Row, outcome: ImportOutcome, message: string) =>
  trx
    .updateTable('import_posts')
    .set({ outcome, message })
    .where('import_id', '=', run.row.id)
    .where('position', '=', position)
    .execute()

/** An import keeps the dates of the source, also of a public post that is imported as a draft. */
async function setTimes(trx: Trx, id: number, post: SourcePost, createdAt: number) {
  const now = Date.now()
  // Drafts of other systems can have this date without having been public.
  const wasPublic = post.published || (isOwnPost(post) && post.publishedAt !== null)
  await trx
    .updateTable('posts')
    .set({
      updated_at: Math.min(Math.max(post.updatedAt ?? createdAt, createdAt), now),
      published_at: wasPublic ? Math.min(post.publishedAt ?? createdAt, now) : null,
    })
    .where('id', '=', id)
    .execute()
}

interface Write {
  trx: LockedTrx
  account: FreshAccount
}

interface StoredText extends Awaited<ReturnType<typeof storeText>> {
  position: number
  /** Empty when a new one is needed. */
  slug: string
  published: boolean
}

/** Returns what could not be imported. */
async function importBlogPost(
  { trx, account }: Write,
  run: Run,
  post: SourcePost,
  { position, content, cover, seo, published, ...text }: StoredText,
  images: PreparedPost,
): Promise<string[]> {
  const { dialect } = run.database
  const category = await addCategoryOf(trx, dialect, { row: run.row, name: post.category })
  const author = (await readAuthors(trx))(post.author)
  const createdAt = post.createdAt ?? Date.now()
  const slug = text.slug || (await findFreeSlug(trx, post.slug || post.title))
  const id = await insertPost(trx, dialect, {
    ...{ title: post.title, content, excerpt: post.excerpt, tags: post.tags, coverAlt: post.coverAlt },
    ...{ published, createdAt, category: category.slug, cover: null, coverMedia: cover },
    ...{ seo, slug },
    authorId: author?.id ?? account.authorId,
    editorId: account.authorId,
  })
  await setTimes(trx, id, post, createdAt)
  const { unpublishAt } = post
  await changeSchedule(trx, account, id, {
    ...(!published && { plannedFor: post.plannedFor }),
    ...(unpublishAt !== null && unpublishAt > Date.now() && { unpublishAt }),
  })
  const redirects = await addRedirects({ ...run, trx, account, position, post: { id, slug, published } })
  await addArchiveRedirects(trx, { ...run, account }, { post, category: category.slug, authorId: author?.id })
  await trx
    .insertInto('imported_posts')
    .values({ source_id: post.sourceId, post_id: id })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ post_id: id }))
    .execute()
  const changes = await importChanges({ trx, account }, run, { id, post }, images)
  return [...category.problems, ...redirects, ...changes]
}

async function insert(write: Write, run: Run, row: Row, post: SourcePost, images: PreparedPost) {
  const { trx } = write
  const { database, options } = run
  const text = await storeText(write, run, post, images.post)
  if (options.site === '') await recordMissingSite(trx, run.row.id, post)
  const wanted = options.publish && post.published
  const published = wanted && !(await isApprovalRequired(trx))
  const drafted = published === wanted ? [] : ['A draft, because publishing needs an approval.']
  const keepsSlug = row.slug !== '' && row.plan === 'new' && !isReserved(row.slug)
  const stored = { ...text, position: row.position, slug: keepsSlug ? row.slug : '', published }
  const problems = post.caseStudy
    ? await importCaseStudy({ ...write, dialect: database.dialect }, post, stored)
    : await importBlogPost(write, run, post, stored, images)
  const message = [...new Set([...drafted, ...images.post.problems, ...problems])].join('\n')
  await setOutcome(trx, run, row, 'imported', message)
}

/** A post without a slug in the file gets another one when the planned one was taken meanwhile. */
const isSkipped = ({ options }: Run, { plan, document }: Row) =>
  plan === 'taken' && options.taken === 'skip' && parseSourcePost(document).slug !== ''

/** The post and its outcome are stored together, so that an interrupted import can continue. */
async function importPost(run: Run, { position, document }: Row): Promise<void> {
  const { database, row: job, caller } = run
  const post = parseSourcePost(document)
  const prepared = await prepareImages(database.db, job.id, post)
  const changes = post.changes && (await prepareImages(database.db, job.id, post.changes, prepared.files))
  const images = { post: prepared, changes }
  await withWriteLockAs(caller, async (trx, account) => {
    const row = await waiting(trx, job.id).where('position', '=', position).executeTakeFirst()
    if (!row) return
    if (row.plan === 'invalid') return setOutcome(trx, run, row, 'failed', row.message)
    if (row.plan === 'existing') return setOutcome(trx, run, row, 'skipped', 'It is already here.')
    if (isSkipped(run, row))
      return setOutcome(
        trx,
        run,
        row,
        'skipped',
        `Its URL is used by another ${post.caseStudy ? 'case study' : 'post'}.`,
      )
    return insert({ trx, account }, run, row, post, images)
  })
}

const isImported = (run: Run, row: Row) =>
  row.plan === 'new' || (row.plan === 'taken' && !isSkipped(run, row))

async function importOrReject(run: Run, row: Row): Promise<void> {
  try {
    await importPost(run, row)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await withWriteLockAs(run.caller, (trx) => setOutcome(trx, run, row, 'failed', error.message))
  }
}

async function finish({ row, caller }: Run): Promise<void> {
  await withWriteLockAs(caller, async (trx, account) => {
    const finished = await trx
      .updateTable('imports')
      .set({ finished_at: Date.now() })
      .where('id', '=', row.id)
      .where('finished_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!finished) return
    // Those that failed can be fetched again.
    await trx.deleteFrom('import_images').where('import_id', '=', row.id).where('problem', '=', '').execute()
    const object = { type: 'import', id: row.id, name: row.name }
    await recordActivity(trx, account, { kind: 'import.finished', object })
  })
}

export async function runImport(requested: Run): Promise<void> {
  const { database, row, caller } = requested
  if (row.checked_at === null) throw new ApiError('conflict', 'The file has not been checked yet.')
  if (row.finished_at !== null) return
  const options = await startImport(caller, row, requested.options)
  const run = { ...requested, options }
  const until = Date.now() + STEP_MS
  while (Date.now() < until) {
    const next = await findNext(database.db, row.id)
    if (!next) {
      if (await addFetchedImages({ ...run, until })) await finish(run)
      return
    }
    const isComplete = !isImported(run, next) || (await fetchImages(database.db, next, { ...run, until }))
    if (isComplete) await importOrReject(run, next)
  }
}
