import { isDeepStrictEqual } from 'node:util'
import { sql, type Selectable } from 'kysely'
import { ApiError } from '#contract/errors.ts'
import {
  mediaIdSchema,
  type MediaItem,
  type MediaListQuery,
  type MediaPage,
  type MediaUpdate,
  type MediaUse,
} from '#contract/media.ts'
import { can } from '#contract/roles.ts'
import { toIso } from '#contract/time.ts'
import type { Account, FreshAccount } from '../accounts/tokens.ts'
import { recordActivity, type ActivityEntry } from '../activity/record.ts'
import { queryWords } from '../db/search-words.ts'
import type { Db, DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'
import { readPage } from '../http/pages.ts'
import { matchesVersion, requireVersion } from '../http/version.ts'
import { getImages, toSearchText, UNUSED_LIFETIME_MS } from './images.ts'
import { fileName, mediaUrl } from './names.ts'
import { recordUsesChanged } from './record-uses.ts'
import { countUses, isUnused, isUsedAs, listUses } from './uses.ts'

export type MediaRow = Selectable<Tables['media']>

const isEditable = ({ role, authorId }: Account, { uploaded_by }: MediaRow) =>
  can(role, 'editContent') || uploaded_by === authorId

const filters = {
  unused: isUnused,
  covers: isUsedAs('cover'),
  texts: isUsedAs('text'),
  undescribed: sql<boolean>`(alt = '' and decorative = 0)`,
}

const orders = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  name: sql`lower(name), id`,
  largest: sql`bytes desc, id desc`,
}

export async function listMedia(db: Db, account: Account, query: MediaListQuery): Promise<MediaPage> {
  const { id, search, show, sort, page, limit } = query
  const words = search === undefined ? [] : queryWords(search)
  const conditions = words.map((word) => sql<boolean>`search_text like ${`%${word}%`}`)
  if (search !== undefined && words.length === 0) conditions.push(sql<boolean>`1 = 0`)
  if (show) conditions.push(filters[show])
  if (id !== undefined) conditions.push(sql<boolean>`id = ${id}`)
  const matching = conditions.reduce((rows, condition) => rows.where(condition), db.selectFrom('media'))
  const { rows, ...totals } = await readPage(matching, (all) => all.selectAll().orderBy(orders[sort]), {
    page,
    limit,
  })
  return { data: await toItems(db, account, rows), ...totals }
}

async function toItems(db: Db, account: Account, rows: MediaRow[]): Promise<MediaItem[]> {
  const ids = rows.map(({ id }) => id)
  const images = await getImages(db, ids)
  const uses = await countUses(db, ids)
  const names = await getNames(
    db,
    rows.flatMap(({ uploaded_by }) => uploaded_by ?? []),
  )
  return rows.flatMap((row) => {
    const image = images.get(row.id)
    if (!image) return []
    const { id, name, width, height, bytes, alt, caption, version, replaced_at } = row
    const used = uses.get(id) ?? 0
    const isTemporary = row.kept === 0 && used === 0
    return [
      {
        id,
        name,
        width,
        height,
        bytes,
        alt,
        caption,
        version,
        sources: image.sources,
        uses: used,
        url: replaced_at === null ? (image.sources.at(-1)?.url ?? '') : mediaUrl(fileName(id, width)),
        decorative: row.decorative === 1,
        focus: { x: row.focus_x, y: row.focus_y },
        uploadedAt: toIso(row.created_at),
        uploadedBy: row.uploaded_by === null ? null : (names.get(row.uploaded_by) ?? null),
        replacedAt: replaced_at === null ? null : toIso(replaced_at),
        deletedAt: isTemporary ? toIso(row.last_used_at + UNUSED_LIFETIME_MS) : null,
        editable: isEditable(account, row),
      },
    ]
  })
}

async function getNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('authors').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function getItem(db: Db, account: Account, id: string): Promise<MediaItem> {
  const [item] = await toItems(db, account, [await getMedia(db, id)])
  if (!item) throw mediaNotFound()
  return item
}

const mediaNotFound = () => new ApiError('not_found', 'This image does not exist. It may have been deleted.')

export async function getMedia(db: Db, id: string): Promise<MediaRow> {
  const rows = db.selectFrom('media').selectAll().where('id', '=', id)
  const row = mediaIdSchema.safeParse(id).success ? await rows.executeTakeFirst() : undefined
  if (!row) throw mediaNotFound()
  return row
}

export async function getMediaForWrite(db: Db, account: Account, id: string, ifMatch?: string) {
  const row = await getMedia(db, id)
  if (!isEditable(account, row))
    throw new ApiError(
      'forbidden',
      'You can only change images that you uploaded. Ask an editor or an owner.',
    )
  const message = 'This image was changed by someone else. Reload it to see the latest version.'
  requireVersion(row.version, ifMatch, message)
  return row
}

export const toObject = ({ id, name }: MediaRow): ActivityEntry['object'] => ({
  type: 'media',
  id,
  name: name || 'Image',
})

export interface MediaWrite {
  trx: LockedTrx
  dialect: DialectName
  account: FreshAccount
}

function toValues(row: MediaRow, update: MediaUpdate) {
  const { name = row.name, caption = row.caption, focus = { x: row.focus_x, y: row.focus_y } } = update
  const kept = update.kept === false ? row.kept : 1
  const decorative = update.decorative ?? (update.alt ? false : row.decorative === 1)
  const alt = decorative ? '' : (update.alt ?? row.alt)
  return {
    name,
    alt,
    caption,
    decorative: Number(decorative),
    kept,
    focus_x: focus.x,
    focus_y: focus.y,
    search_text: toSearchText(name, alt, caption),
  }
}

const hasSameValues = (row: MediaRow, update: MediaUpdate) =>
  isDeepStrictEqual({ ...row, ...toValues(row, update) }, { ...row })

/** Whether the update that the request repeats, because its response was lost, made this version. */
export const isUpdatedBy = (row: MediaRow, update: MediaUpdate, ifMatch = ''): boolean =>
  matchesVersion(ifMatch, row.version - 1) && hasSameValues(row, update)

export async function updateMedia(write: MediaWrite, row: MediaRow, update: MediaUpdate): Promise<void> {
  const { trx, account } = write
  if (hasSameValues(row, update)) return
  const values = toValues(row, update)
  await trx
    .updateTable('media')
    .set({ ...values, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
  const isCropped = values.focus_x !== row.focus_x || values.focus_y !== row.focus_y
  const changed = (['name', 'alt', 'decorative', 'caption'] as const).filter(
    (name) => values[name] !== row[name],
  )
  const fields = [...changed, ...(isCropped ? ['focus'] : [])]
  await recordActivity(trx, account, { kind: 'media.changed', object: toObject(row), fields })
  if (isCropped) await recordUsesChanged(write, row.id)
}

export async function deleteMedia({ trx, account }: MediaWrite, row: MediaRow): Promise<void> {
  const { data, total } = await listUses(trx, account, row.id)
  const [first] = data
  if (first) throw new ApiError('conflict', describeUse(first, total))
  await trx.deleteFrom('media').where('id', '=', row.id).execute()
  await recordActivity(trx, account, { kind: 'media.deleted', object: toObject(row) })
}

const nouns = { post: 'the post', caseStudy: 'the case study', author: 'the profile of' }

function nameUse({ kind, id, title }: MediaUse): string {
  if (kind === 'settings') return 'the settings'
  return id === '' ? 'a case study that is not published' : `${nouns[kind]} “${title}”`
}

function describeUse(use: MediaUse, total: number): string {
  const { places, status } = use
  const inHistory = places.every((place) => place === 'revision') ? 'the history of ' : ''
  const where = `${inHistory}${nameUse(use)}${status === 'trash' ? ' in the trash' : ''}`
  const others = total === 1 ? '' : ` and ${total - 1} other place${total === 2 ? '' : 's'}`
  return `This image is used in ${where}${others}, so it cannot be deleted.`
}
