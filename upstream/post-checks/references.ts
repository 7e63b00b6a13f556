import { MAX_IMAGE_FILE_BYTES, type ReferenceProblems, type References } from '#contract/post-checks.ts'
import { isReservedPath } from '#contract/redirects.ts'
import type { Db } from '../db/open.ts'
import { mediaIdOf } from '../media/names.ts'
import { findExistingPages } from '../redirects/existing-pages.ts'
import { isInEffect } from '../redirects/store.ts'

export async function findBrokenPaths(db: Db, paths: string[]): Promise<string[]> {
  const unknown = paths.filter((path) => !isReservedPath(path))
  if (unknown.length === 0) return []
  const pages = await findExistingPages(db, unknown)
  const redirects = await db
    .selectFrom('redirects')
    .select('source')
    .where('source', 'in', unknown)
    .where('status', '!=', 410)
    .where(isInEffect)
    .execute()
  const sources = new Set(redirects.map(({ source }) => source))
  return unknown.filter((path) => !pages.has(path) && !sources.has(path))
}

const imageFile = /\/api\/media\/(([\w-]{22})(?:-\d{1,5})?-\d{1,5}\.webp)$/

/** The URL of a replaced file leads to the current image, of which pages show the largest file as well. */
async function findLargeImages(db: Db, urls: string[]): Promise<ReferenceProblems['large']> {
  const images = urls.flatMap((url) => {
    const [, name = '', id = ''] = imageFile.exec(url) ?? []
    return id === '' ? [] : [{ url, name, id }]
  })
  if (images.length === 0) return []
  const rows = await db
    .selectFrom('media_files')
    .select(['media_id', 'name', (eb) => eb.fn<number>('length', ['bytes']).as('bytes')])
    .where('media_id', 'in', [...new Set(images.map(({ id }) => id))])
    .orderBy('width')
    .execute()
  const files = Map.groupBy(rows, (row) => row.media_id)
  return images.flatMap(({ url, name, id }) => {
    const file = files.get(id)?.find((each) => each.name === name) ?? files.get(id)?.at(-1)
    return file && file.bytes > MAX_IMAGE_FILE_BYTES ? [{ url, bytes: file.bytes }] : []
  })
}

async function findDecorative(db: Db, urls: string[]): Promise<string[]> {
  const ids = urls.flatMap((url) => mediaIdOf(url) ?? [])
  if (ids.length === 0) return []
  const images = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .where('decorative', '=', 1)
    .execute()
  const decorative = new Set(images.map(({ id }) => id))
  return urls.filter((url) => decorative.has(mediaIdOf(url) ?? ''))
}

export const checkReferences = async (db: Db, { paths, images }: References): Promise<ReferenceProblems> => ({
  broken: await findBrokenPaths(db, paths),
  large: await findLargeImages(db, images),
  decorative: await findDecorative(db, images),
})
