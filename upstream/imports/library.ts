import { posix } from 'node:path'
import * as z from 'zod'
import { mediaUpdateSchema } from '#contract/media.ts'
import type { Archive } from './archive.ts'
import { readJsonLines } from './json-lines.ts'

export const LIBRARY_FILE = 'images.jsonl'

const { alt, caption, focus } = mediaUpdateSchema.required().shape

export const libraryImageSchema = z.object({
  ...{ name: z.string().max(1_000), alt, caption, focus },
  decorative: z.boolean(),
  kept: z.boolean().default(true),
})
export type LibraryImage = z.infer<typeof libraryImageSchema>

const lineSchema = libraryImageSchema.extend({ file: z.string().min(1) })

export async function readLibrary(archive: Archive | null) {
  const { folder, items, problems } = await readJsonLines(archive, LIBRARY_FILE, lineSchema)
  const images = new Map(
    items.map(({ file, ...image }): [string, LibraryImage] => [posix.join(folder, file), image]),
  )
  return { images, problems }
}
