import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { MAX_CASE_STUDIES } from '#contract/case-studies.ts'
import { pageTags } from '#contract/changes.ts'
import { ApiError } from '#contract/errors.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { recordActivity } from '../activity/record.ts'
import { moveCaseStudyPage } from '../analytics/pages.ts'
import { deleteMissingPaths, recordChange } from '../changes/record.ts'
import type { DialectName, Trx } from '../db/open.ts'
import { deleteUnusedImages, findCover, requireImages, storeImage } from '../media/images.ts'
import { nextId, type LockedTrx } from '../db/write-lock.ts'
import { hasSameColumns } from '../http/version.ts'
import type { CaseStudyChange, NewCaseStudy } from './input.ts'
import type { CaseStudyRow } from './load.ts'
import { findFreeSlug, listSlugs, requireFreeSlug, takeSlug } from './slugs.ts'

interface Write {
  trx: LockedTrx
  dialect: DialectName
  account: FreshAccount
}

const toJson = (value: object | null) => value && JSON.stringify(value)

type Imported = Pick<CaseStudyRow, 'public_id' | 'created_at' | 'updated_at' | 'published_at'>

export async function insertCaseStudy(
  write: Write,
  { fields, cover }: NewCaseStudy,
  imported?: Imported,
): Promise<number> {
  const { trx, account } = write
  const { total, first } = await trx
    .selectFrom('case_studies')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`coalesce(min(position), 1)`.as('first'),
    ])
    .executeTakeFirstOrThrow()
  if (total >= MAX_CASE_STUDIES)
    throw new ApiError('conflict', `There can be at most ${MAX_CASE_STUDIES} case studies. Delete one first.`)
  const id = await nextId(trx)
  const slug = fields.slug ?? (await findFreeSlug(trx, fields.title))
  await requireFreeSlug(trx, slug, id)
  const now = Date.now()
  const row = {
    id,
    public_id: uuid({ msecs: now }),
    slug,
    title: fields.title,
    client: fields.client,
    summary: fields.summary,
    content: fields.content,
    results: JSON.stringify(fields.results),
    services: JSON.stringify(fields.services),
    drawing: toJson(fields.drawing),
    quote: toJson(fields.quote),
    cover_id: cover
      ? await storeImage(trx, 'cover', cover, { by: account.authorId, alt: fields.coverAlt })
      : await findCover(trx, fields.coverMedia),
    cover_alt: fields.coverAlt,
    published: Number(fields.published),
    position: first - 1,
    version: 1,
    created_at: now,
    published_at: fields.published ? now : null,
    updated_at: now,
    updated_by: account.authorId,
    ...imported,
  }
  await trx.insertInto('case_studies').values(row).execute()
  await takeSlug(trx, slug, id)
  await setImages(trx, id, fields.content)
  // The activity log has one entry for a whole import.
  await recordWrite(write, null, row, { isLogged: !imported })
  return id
}

export async function updateCaseStudy(
  write: Write,
  stored: CaseStudyRow,
  { fields, cover }: CaseStudyChange,
): Promise<void> {
  const { trx, account } = write
  const now = Date.now()
  const published = fields.published ?? stored.published === 1
  const slug = fields.slug ?? stored.slug
  if (slug !== stored.slug) {
    await requireFreeSlug(trx, slug, stored.id)
    await takeSlug(trx, slug, stored.id)
    await moveCaseStudyPage(trx, stored.slug, slug)
  }
  const cover_alt = fields.coverAlt ?? (stored.cover_id === null ? '' : stored.cover_alt)
  const after = {
    slug,
    title: fields.title ?? stored.title,
    client: fields.client ?? stored.client,
    summary: fields.summary ?? stored.summary,
    content: fields.content ?? stored.content,
    results: fields.results ? JSON.stringify(fields.results) : stored.results,
    services: fields.services ? JSON.stringify(fields.services) : stored.services,
    drawing: fields.drawing === undefined ? stored.drawing : toJson(fields.drawing),
    quote: fields.quote === undefined ? stored.quote : toJson(fields.quote),
    cover_id: cover
      ? await storeImage(trx, 'cover', cover, { by: account.authorId, alt: cover_alt })
      : ((await findCover(trx, fields.coverMedia)) ?? (fields.removeCover ? null : stored.cover_id)),
    cover_alt,
    published: Number(published),
    published_at: stored.published_at ?? (published ? now : null),
    updated_at: now,
    updated_by: account.authorId,
    version: stored.version + 1,
  }
  // The dates of feeds and the versions of open editors stay.
  if (hasSameColumns(stored, after)) return
  await trx.updateTable('case_studies').set(after).where('id', '=', stored.id).execute()
  if (fields.content !== undefined) await setImages(trx, stored.id, fields.content)
  await deleteUnusedImages(trx)
  const updated = { ...stored, ...after }
  const given = [...Object.keys(fields), ...(cover ? ['cover'] : [])]
  const changed = given.filter((name) => valueOf(stored, name) !== valueOf(updated, name))
  await recordWrite(write, stored, updated, { fields: changed })
}

const columnsOfFields: Partial<Record<string, keyof CaseStudyRow>> = {
  cover: 'cover_id',
  coverMedia: 'cover_id',
  removeCover: 'cover_id',
  coverAlt: 'cover_alt',
}

const valueOf = (row: CaseStudyRow, field: string): unknown =>
  new Map<string, unknown>(Object.entries(row)).get(columnsOfFields[field] ?? field)

export async function deleteCaseStudy(write: Write, stored: CaseStudyRow): Promise<void> {
  const { trx } = write
  await releaseImages(trx, stored.id)
  await trx.deleteFrom('case_studies').where('id', '=', stored.id).execute()
  await deleteUnusedImages(trx)
  await recordWrite(write, stored, null)
}

async function setImages(trx: Trx, id: number, content: string): Promise<void> {
  const images = await requireImages(trx, content)
  await releaseImages(trx, id)
  const rows = images.map((media_id) => ({ media_id, case_study_id: id }))
  if (rows.length > 0) await trx.insertInto('case_study_images').values(rows).execute()
}

async function releaseImages(trx: Trx, id: number): Promise<void> {
  const used = trx.selectFrom('case_study_images').select('media_id').where('case_study_id', '=', id)
  await trx.updateTable('media').set({ last_used_at: Date.now() }).where('id', 'in', used).execute()
  await trx.deleteFrom('case_study_images').where('case_study_id', '=', id).execute()
}

type State = Pick<CaseStudyRow, 'id' | 'public_id' | 'title' | 'slug' | 'published'>

interface Recorded {
  fields?: string[]
  isLogged?: boolean
}

async function recordWrite(
  { trx, dialect, account }: Write,
  before: State | null,
  after: State | null,
  { fields, isLogged = true }: Recorded = {},
) {
  const study = after ?? before
  if (!study) return
  const wasLive = before?.published === 1
  const isLive = after?.published === 1
  const kind = !after ? 'deleted' : wasLive !== isLive ? (isLive ? 'published' : 'unpublished') : 'changed'
  if (isLogged)
    await recordActivity(trx, account, {
      kind: `caseStudy.${!before && !isLive ? 'created' : kind}`,
      object: { type: 'caseStudy', id: study.public_id, name: study.title },
      ...(fields && { fields }),
    })
  if (!wasLive && !isLive) return
  if (isLive) {
    const refs = [after.public_id, ...(await listSlugs(trx, after.id))]
    await deleteMissingPaths(
      trx,
      refs.map((ref) => `/work/${ref}`),
    )
  }
  const removes = wasLive && (!isLive || after?.slug !== before.slug)
  await recordChange(trx, dialect, { tags: [pageTags.caseStudies], removes })
}
