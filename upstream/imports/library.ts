import { posix } from 'node:path'
import * as z from 'zod'
import { importLimits } from '#contract/limits.ts'
import { mediaUpdateSchema } from '#contract/media.ts'
import type { Archive } from './archive.ts'

export const LIBRARY_FILE = 'images.jsonl'

const { alt, caption, focus } = mediaUpdateSchema.required().shape

export const libraryImageSchema = z.object({
  ...{ name: z.string().max(1_000), alt, caption, focus },
  decorative: z.boolean(),
  kept: z.boolean().default(true),
})
export type LibraryImage = z.infer<typeof libraryImageSchema>

const lineSchema = libraryImageSchema.extend({ file: z.string().min(1) })

function readLine(line: string) {
  try {
    return lineSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

export async function readLibrary(archive: Archive | null) {
  const images = new Map<string, LibraryImage>()
  const path = archive?.paths.find((entry) => posix.basename(entry) === LIBRARY_FILE)
  if (!archive || path === undefined) return { images, problems: [] }
  if (archive.size(path) > importLimits.documentBytes)
    return { images, problems: [`${path} is too large, so images have no descriptions.`] }
  const lines = (await archive.read(path)).toString('utf8').split('\n').filter(Boolean)
  for (const line of lines) {
    const described = readLine(line)
    if (!described) continue
    const { file, ...image } = described
    images.set(posix.join(posix.dirname(path), file), image)
  }
  const unread = lines.length - images.size
  const problems = unread > 0 ? [`Lines of ${path} that cannot be read: ${unread}.`] : []
  return { images, problems }
}
