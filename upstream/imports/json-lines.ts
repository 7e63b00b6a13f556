import { posix } from 'node:path'
import type * as z from 'zod'
import { importLimits } from '#contract/limits.ts'
import type { Archive } from './archive.ts'

function readLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** Reads the file with this name, of which an archive has at most one. */
export async function readJsonLines<T>(archive: Archive | null, name: string, schema: z.ZodType<T>) {
  const path = archive?.paths.find((entry) => posix.basename(entry) === name)
  if (!archive || path === undefined) return { folder: '', items: [], problems: [] }
  const folder = posix.dirname(path)
  if (archive.size(path) > importLimits.documentBytes)
    return { folder, items: [], problems: [`${path} is too large, so it is not read.`] }
  const lines = (await archive.read(path)).toString('utf8').split('\n').filter(Boolean)
  const items = lines.flatMap((line) => readLine(schema, line) ?? [])
  const unread = lines.length - items.length
  const problems = unread > 0 ? [`Lines of ${path} that cannot be read: ${unread}.`] : []
  return { folder, items, problems }
}
