import * as z from 'zod'
import { ApiError } from '#contract/errors.ts'
import { importOptionsSchema, type ImportRetry } from '#contract/imports.ts'
import { withWriteLockAs, type Caller } from '../accounts/authenticate.ts'
import type { Trx } from '../db/open.ts'
import { listSourceImages, type SourcePost } from './source.ts'
import type { ImportRow } from './store.ts'

/** A retry may correct the address of the old site; texts keep the one that they got when they were imported. */
const storedOptionsSchema = importOptionsSchema.extend({
  textSite: z.string().optional(),
  /** The position from which the next call looks for posts that miss images. */
  nextPosition: z.number().default(0),
})

export function parseStored(options: string | null) {
  const stored = storedOptionsSchema.parse(JSON.parse(options ?? '{}'))
  return { ...stored, textSite: stored.textSite ?? stored.site }
}

const notFinished = () => new ApiError('conflict', 'This import is not finished.')

export async function retryFailedImages(
  caller: Caller,
  { id }: ImportRow,
  { site }: ImportRetry,
): Promise<void> {
  await withWriteLockAs(caller, async (trx) => {
    const { options } = await trx
      .updateTable('imports')
      .set({ finished_at: null })
      .where('id', '=', id)
      .where('finished_at', 'is not', null)
      .returning('options')
      .executeTakeFirstOrThrow(notFinished)
    const chosen = parseStored(options)
    const next = { ...chosen, site: site ?? chosen.site, nextPosition: 0 }
    await trx
      .updateTable('imports')
      .set({ options: JSON.stringify(next) })
      .where('id', '=', id)
      .execute()
    const failed = trx.updateTable('import_images').set({ problem: '' }).where('import_id', '=', id)
    // Without an address, images of the old site stay listed.
    await (next.site === '' ? failed.where('host', '!=', '') : failed).execute()
  })
}

export async function recordMissingSite(trx: Trx, importId: string, post: SourcePost): Promise<void> {
  const paths = listSourceImages(post)
    .filter(({ host }) => host === '')
    .map(({ path }) => path)
  if (paths.length === 0) return
  await trx
    .updateTable('import_images')
    .set({ problem: 'The address of the old site is missing.' })
    .where('import_id', '=', importId)
    .where('path', 'in', paths)
    .execute()
}
