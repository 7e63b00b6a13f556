import type { ZodType } from 'zod'
import { conflictVersion, isVersionConflict, staffRequest, versionHeader } from './api.ts'
import { hasConflict } from './merge-fields.ts'

interface Save<Item, Saved> {
  path: string
  schema: ZodType<Saved>
  stored: Item
  toFields: (item: Item) => object
  changes: object
  readNewest: () => Promise<Item | undefined>
  /** Whether the changes are to something else than what they were made for. */
  isOther?: (newest: Item) => boolean
  onConflict: (newest: Item) => void
}

/** Sends only changed fields, so that changes by someone else to other fields are kept. */
export async function saveChanges<Item extends { version: number }, Saved>(
  save: Save<Item, Saved>,
): Promise<Saved> {
  const { path, schema, stored, toFields, changes } = save
  const put = (version: number) =>
    staffRequest(path, schema, { method: 'PUT', json: changes, headers: versionHeader(version) })
  try {
    return await put(stored.version)
  } catch (error) {
    if (!isVersionConflict(error)) throw error
    const newest = await save.readNewest()
    const isConflict =
      !newest || save.isOther?.(newest) || hasConflict(toFields(stored), changes, toFields(newest))
    if (!isConflict) return put(newest.version)
    save.onConflict(newest ?? { ...stored, version: conflictVersion(error, stored.version) })
    throw error
  }
}
