import { log } from './log.ts'
import { preventCaching } from './process-context.ts'

/** Reads a part that a page can be shown without. A page without it is not cached. */
export async function listOrNone<Item>(
  what: string,
  read: () => Promise<Item[]>,
  details: Record<string, string> = {},
): Promise<Item[]> {
  try {
    return await read()
  } catch (error) {
    log.error({ err: error, ...details }, `${what} could not be read`)
    preventCaching()
    return []
  }
}
