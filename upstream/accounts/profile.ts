import type { Selectable } from 'kysely'
import { pageTags } from '#contract/changes.ts'
import type { OwnProfile, ProfileUpdate } from '#contract/profile.ts'
import { recordActivity } from '../activity/record.ts'
import { getPhoto, parseLinks } from '../authors/load.ts'
import { findFreeAuthorSlug, listAuthorSlugs, replaceAuthorSlug } from '../authors/slugs.ts'
import { recordChange } from '../changes/record.ts'
import type { Db, DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { Tables } from '../db/tables.ts'
import { requireVersion } from '../http/version.ts'
import { deleteUnusedImages, storeImage } from '../media/images.ts'
import type { PreparedImage } from '../media/prepare.ts'
import { slugify } from '../posts/slugs.ts'
import { getPendingEmail } from './email-change.ts'
import type { Account, FreshAccount } from './tokens.ts'

export async function getProfile(db: Db, account: Account, sendsMail: boolean): Promise<OwnProfile> {
  const row = await db
    .selectFrom('authors')
    .innerJoin('accounts', 'accounts.author_id', 'authors.id')
    .selectAll('authors')
    .select(['accounts.email', 'accounts.editor_mode'])
    .where('accounts.id', '=', account.id)
    .executeTakeFirstOrThrow()
  return {
    id: account.id,
    name: row.name,
    email: row.email,
    role: account.role,
    author: row.slug,
    slug: row.slug,
    title: row.role,
    bio: row.bio,
    links: parseLinks(row.links),
    photo: await getPhoto(db, row),
    editorMode: row.editor_mode,
    version: row.version,
    pendingEmail: sendsMail ? await getPendingEmail(db, account.id) : null,
    emailChange: sendsMail ? 'link' : 'password',
  }
}

async function getAuthorForWrite(trx: Trx, authorId: number, ifMatch: string | undefined) {
  const author = await trx
    .selectFrom('authors')
    .selectAll()
    .where('id', '=', authorId)
    .executeTakeFirstOrThrow()
  requireVersion(author.version, ifMatch, 'Your profile was changed somewhere else in the meantime.')
  return author
}

interface ProfileChange {
  fields: ProfileUpdate
  photo: PreparedImage | null
  ifMatch: string | undefined
}

const columnsOf = {
  name: ['name'],
  title: ['role'],
  bio: ['bio'],
  links: ['links'],
  photo: ['photo_id', 'photo_x', 'photo_y'],
} as const

type StoredProfile = Pick<Selectable<Tables['authors']>, (typeof columnsOf)[keyof typeof columnsOf][number]>

async function recordProfileChange(
  trx: Trx,
  account: FreshAccount,
  stored: StoredProfile,
  next: StoredProfile,
): Promise<void> {
  const fields = Object.entries(columnsOf)
    .filter(([, columns]) => columns.some((column) => stored[column] !== next[column]))
    .map(([field]) => field)
  if (fields.length === 0) return
  const object = { type: 'user', id: account.id, name: account.name }
  await recordActivity(trx, account, { kind: 'user.profileChanged', object, fields })
}

export async function updateProfile(
  trx: LockedTrx,
  dialect: DialectName,
  account: FreshAccount,
  { fields, photo, ifMatch }: ProfileChange,
): Promise<void> {
  const { authorId } = account
  const stored = await getAuthorForWrite(trx, authorId, ifMatch)
  const name = fields.name ?? stored.name
  const before = await listAuthorSlugs(trx, authorId)
  const isRenamed = slugify(name) !== slugify(stored.name)
  const slug = isRenamed ? await findFreeAuthorSlug(trx, name, authorId) : stored.slug
  if (slug !== stored.slug) await replaceAuthorSlug(trx, authorId, stored.slug, slug)
  const next = {
    name,
    role: fields.title ?? stored.role,
    bio: fields.bio ?? stored.bio,
    links: fields.links ? JSON.stringify(fields.links) : stored.links,
    photo_id: photo
      ? await storeImage(trx, 'cover', photo, { by: authorId })
      : fields.removePhoto
        ? null
        : stored.photo_id,
    photo_x: fields.photoX ?? stored.photo_x,
    photo_y: fields.photoY ?? stored.photo_y,
  }
  await trx
    .updateTable('authors')
    .set({ ...next, version: stored.version + 1 })
    .where('id', '=', authorId)
    .execute()
  await recordProfileChange(trx, account, stored, next)
  await deleteUnusedImages(trx)
  if (stored.published_count === 0) return
  const tags = [slug, ...before].map(pageTags.author)
  await recordChange(trx, dialect, { tags, removes: slug !== stored.slug })
}
