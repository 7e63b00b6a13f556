import { UpstreamFault } from '../upstream/errors.ts'

/** Longer than one wait: a page may need two reads, one after the other. */
const REMEMBERED_MS = 10_000

const stalled = new Map<string, UpstreamFault>()

/**
 * Next renders the metadata of a page that has failed a second time. An upstream that has just stalled over a read is
 * not waited for again by it; any other failure is told at once and is not remembered.
 */
export async function waitOnce<T>(key: string, read: () => Promise<T>): Promise<T> {
  const known = stalled.get(key)
  if (known) throw known
  try {
    return await read()
  } catch (error) {
    if (error instanceof UpstreamFault && error.kind === 'stalled') {
      stalled.set(key, error)
      setTimeout(() => stalled.delete(key), REMEMBERED_MS).unref()
    }
    throw error
  }
}
