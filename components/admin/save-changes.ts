import type { ZodType } from 'zod'
import { conflictVersion, isVersionConflict, staffRequest, versionHeader } from './api.ts'
import { hasConflict } from './merge-fields.ts'

interface Save<Item, Saved> {
  path: string
  schema: ZodType<Saved>
  stored: Item
  toFields: (item: Item) => object
  changes: object
  /** Whether the call replaces all fields, so that it needs the unchanged ones, too. */
  replacesAll?: boolean
  readNewest: () => Promise<Item | undefined>
  /** Whether the changes are to something else than what they were made for. */
  isOther?: (newest: Item) => boolean
  onConflict: (newest: Item) => void
}

/** Keeps changes by someone else to other fields. */
export async function saveChanges<Item extends { version: number }, Saved>(
  save: Save<Item, Saved>,
): Promise<Saved> {
  const { path, schema, stored, toFields, changes } = save
  const put = (item: Item) => {
    const json = save.replacesAll ? { ...toFields(item), ...changes } : changes
    return staffRequest(path, schema, { method: 'PUT', json, headers: versionHeader(item.version) })
  }
  try {
    return await put(stored)
  } catch (error) {
    if (!isVersionConflict(error)) throw error
    const newest = await save.readNewest()
    const isConflict =
      !newest || save.isOther?.(newest) || hasConflict(toFields(stored), changes, toFields(newest))
    if (!isConflict) return put(newest)
    save.onConflict(newest ?? { ...stored, version: conflictVersion(error, stored.version) })
    throw error
  }
}
