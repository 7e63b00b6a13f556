import { conflictVersion, isVersionConflict } from './api.ts'
import { hasConflict } from './merge-fields.ts'

interface Save<Item, Saved> {
  stored: Item
  toFields: (item: Item) => object
  changes: object
  put: (version: number) => Promise<Saved>
  readNewest: () => Promise<Item | undefined>
  /** Whether the changes are to something else than what they were made for. */
  isOther?: (newest: Item) => boolean
  onConflict: (newest: Item) => void
}

/** Sends only changed fields, so that changes by someone else to other fields are kept. */
export async function saveChanges<Item extends { version: number }, Saved>(
  save: Save<Item, Saved>,
): Promise<Saved> {
  const { stored, toFields, changes, put } = save
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
