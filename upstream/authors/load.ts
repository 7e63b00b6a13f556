import * as z from 'zod'
import { authorLinkSchema, type AuthorLink, type AuthorProfile, type Photo } from '#contract/authors.ts'
import { ApiError } from '#contract/errors.ts'
import { postRefSchema } from '#contract/posts.ts'
import type { Db } from '../db/open.ts'
import { getImages } from '../media/images.ts'

export const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, 'en', { sensitivity: 'base' })

const linksSchema = z.array(authorLinkSchema).catch([])

export const parseLinks = (links: string): AuthorLink[] => linksSchema.parse(JSON.parse(links))

interface PhotoColumns {
  photo_id: string | null
  photo_x: number
  photo_y: number
}

export function toPhoto(row: PhotoColumns, images: Awaited<ReturnType<typeof getImages>>): Photo | null {
  const image = row.photo_id === null ? undefined : images.get(row.photo_id)
  return image ? { ...image, x: row.photo_x, y: row.photo_y } : null
}

export const getPhoto = async (db: Db, row: PhotoColumns): Promise<Photo | null> =>
  toPhoto(row, await getImages(db, row.photo_id === null ? [] : [row.photo_id]))

const authorNotFound = () => new ApiError('not_found', 'Author not found')

export async function findAuthorId(db: Db, ref: string): Promise<number | undefined> {
  const slug = ref.toLowerCase()
  const current = await db.selectFrom('authors').select('id').where('slug', '=', slug).executeTakeFirst()
  if (current) return current.id
  const former = db.selectFrom('author_slugs').select('author_id').where('slug', '=', slug)
  return (await former.executeTakeFirst())?.author_id
}

export async function getAuthor(db: Db, ref: string, isStaff: boolean): Promise<AuthorProfile> {
  const id = postRefSchema.safeParse(ref).success ? await findAuthorId(db, ref) : undefined
  if (id === undefined) throw authorNotFound()
  const row = await db.selectFrom('authors').selectAll().where('id', '=', id).executeTakeFirst()
  const count = (isStaff ? row?.total_count : row?.published_count) ?? 0
  if (!row || (count === 0 && !isStaff)) throw authorNotFound()
  const { slug, name, role, bio, links } = row
  return { slug, name, role, bio, links: parseLinks(links), photo: await getPhoto(db, row), count }
}
