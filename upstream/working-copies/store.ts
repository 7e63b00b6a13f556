import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { NO_WORKING_COPY, workingCopyFields } from '#contract/working-copies.ts'
import { toIso } from '#contract/time.ts'
import { postUpdateSchema } from '#contract/posts.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { findCurrentSlug } from '../authors/slugs.ts'
import { getCategoryId } from '../categories/store.ts'
import type { Db, Trx } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { DocumentRequest } from '../http/image-form.ts'
import { matchesVersion, outdatedDocument } from '../http/version.ts'
import { deleteUnusedImages, findCover, requireImages, storeImage } from '../media/images.ts'
import { isUnused } from '../media/uses.ts'
import { getAuthorId } from '../posts/authors.ts'
import { nextId, type LockedTrx } from '../db/write-lock.ts'
import { requireAuthorChoice } from '../posts/permissions.ts'
import type { PostRow } from '../posts/stored.ts'
import { withoutOwnCanonical, withShareImage } from '../posts/seo.ts'
import { requireFreeSlug } from '../posts/slugs.ts'
import { addCopyRevision, addFirstRevision } from '../revisions/record.ts'
import {
  isUnchanged,
  merge,
  parseChanges,
  readLive,
  serialize,
  toRevision,
  type Changes,
  type Fields,
} from './document.ts'
import { recordImages, releaseImages } from './images.ts'
import { isShallow, tooDeep, upstreamFields } from '../posts/input.ts'

/** Excludes the status and the schedule, which do not belong to the text. */
export const workingCopyInputSchema = postUpdateSchema
  .extend(upstreamFields)
  .omit({ published: true, publishAt: true, plannedFor: true })
  .extend(workingCopyFields)
  .refine(isShallow, tooDeep)

export type CopyRow = Selectable<Tables['working_copies']>

export const findCopy = (db: Db, postId: number): Promise<CopyRow | undefined> =>
  db.selectFrom('working_copies').selectAll().where('post_id', '=', postId).executeTakeFirst()

const versionOf = (copy: CopyRow | undefined) => copy?.version ?? NO_WORKING_COPY

export function postWasChanged(trx: Trx, stored: PostRow) {
  const message = 'The published post was changed by someone else. Compare it with your changes first.'
  return outdatedDocument(trx, stored, message)
}

export async function requireCopyVersion(
  trx: Trx,
  stored: PostRow,
  copy: CopyRow | undefined,
  ifMatch = '*',
): Promise<void> {
  if (matchesVersion(ifMatch, versionOf(copy))) return
  const message = copy
    ? 'This post was edited by someone else. Reload it to see the latest version.'
    : 'These changes were published or discarded by someone else.'
  throw await outdatedDocument(trx, copy ?? stored, message)
}

interface CopySave {
  stored: PostRow
  account: FreshAccount
  request: DocumentRequest<z.output<typeof workingCopyInputSchema>>
  ifMatch: string | undefined
}

/** Changes that leave the post as it is delete its working copy. */
export async function saveCopy(
  trx: LockedTrx,
  { stored, account, request, ifMatch }: CopySave,
): Promise<void> {
  const { baseVersion, tab, automatic, ...edited } = request.fields
  const { removeCover, coverMedia, category, unpublishAt, seo, ...input } = edited
  const copy = await findCopy(trx, stored.id)
  if (copy === undefined || tab === undefined || copy.tab !== tab)
    await requireCopyVersion(trx, stored, copy, ifMatch)
  const isKnown = baseVersion === undefined || baseVersion === copy?.base_version
  if (!(isKnown && copy) && (baseVersion ?? stored.version) !== stored.version)
    throw await postWasChanged(trx, stored)
  const live = await readLive(trx, stored.id)
  const changes = copy && (await parseChanges(trx, copy.document))
  const before = changes ? (isKnown ? changes.fields : merge(live, changes)) : live
  const alt = input.coverAlt ?? (before.cover === null ? '' : before.coverAlt)
  const cover = request.cover
    ? await storeImage(trx, 'cover', request.cover, { by: account.authorId, alt })
    : ((await findCover(trx, coverMedia)) ?? (removeCover ? null : before.cover))
  const fields: Fields = {
    ...before,
    ...input,
    ...(input.author !== undefined && { author: await findCurrentSlug(trx, input.author) }),
    ...(category !== undefined && { category: category || null }),
    seo: { ...before.seo, ...seo },
    ...(unpublishAt !== undefined && { unpublishAt: toIso(unpublishAt) }),
    cover,
    coverAlt: alt,
  }
  if (fields.author !== before.author) requireAuthorChoice(account, await getAuthorId(trx, fields.author))
  const next = { base: changes && isKnown ? changes.base : live, fields }
  await check(trx, stored, live, merge(live, next))
  const continues = copy !== undefined && copy.tab === (tab ?? null)
  await writeCopy(trx, stored, next, {
    baseVersion: copy && isKnown ? copy.base_version : stored.version,
    tab: tab ?? null,
    authorId: account.authorId,
    automatic,
    continues,
  })
  if (cover !== before.cover) await deleteUnusedImages(trx)
}

interface Written {
  baseVersion: number
  tab: string | null
  authorId: number
  automatic: boolean
  continues?: boolean
  restoredFrom?: number
}

export async function writeCopy(
  trx: LockedTrx,
  stored: PostRow,
  { base, fields }: Changes,
  { baseVersion, tab, ...written }: Written,
): Promise<void> {
  const changes = {
    base,
    fields: { ...fields, seo: withoutOwnCanonical(fields.seo, stored.slug, fields.slug) },
  }
  if (isUnchanged(changes)) return deleteCopy(trx, stored.id)
  const at = Date.now()
  const row = {
    version: await nextId(trx),
    base_version: baseVersion,
    updated_at: at,
    updated_by: written.authorId,
    tab,
    document: serialize(changes),
  }
  await trx
    .insertInto('working_copies')
    .values({ post_id: stored.id, ...row })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
    .execute()
  await recordImages(trx, stored.id, await listImages(trx, changes.fields))
  await addFirstRevision(trx, stored)
  await addCopyRevision(trx, stored.id, toRevision(await readChanged(trx, stored.id, row)), {
    ...written,
    at,
  })
}

export const readChanged = async (db: Db, postId: number, copy: Pick<CopyRow, 'document'>): Promise<Fields> =>
  merge(await readLive(db, postId), await parseChanges(db, copy.document))

async function listImages(trx: Trx, { content, cover, seo }: Fields): Promise<string[]> {
  const images = await requireImages(trx, withShareImage(content, seo))
  return [...new Set(cover === null ? images : [...images, cover])]
}

async function check(trx: Trx, stored: PostRow, live: Fields, fields: Fields) {
  if (fields.slug !== live.slug) await requireFreeSlug(trx, fields.slug, stored.id)
  if (fields.author !== live.author) await getAuthorId(trx, fields.author)
  await getCategoryId(trx, fields.category ?? '')
}

export async function deleteCopy(trx: LockedTrx, postId: number): Promise<void> {
  await trx.deleteFrom('working_copies').where('post_id', '=', postId).execute()
  if ((await releaseImages(trx, postId)).length > 0) await deleteUnusedImages(trx)
}

/** The cover is deleted as late as inline images, so that the changes can be saved again. */
export async function discardCopy(trx: LockedTrx, postId: number): Promise<void> {
  await trx.deleteFrom('working_copies').where('post_id', '=', postId).execute()
  const ids = await releaseImages(trx, postId)
  if (ids.length === 0) return
  const unused = trx.updateTable('media').set({ kind: 'inline' }).where('id', 'in', ids).where(isUnused)
  await unused.execute()
}
