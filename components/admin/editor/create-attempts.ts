import { del, get, set } from 'idb-keyval'
import * as z from 'zod'

const PREFIX = 'halyard:create:'

/** Browsers store files but no `FormData`. */
const storedSchema = z.object({
  key: z.string(),
  forms: z.array(z.array(z.tuple([z.string(), z.union([z.string(), z.instanceof(File)])]))),
})

export interface CreateAttempt {
  key: string
  forms: FormData[]
}

function toFormData(entries: [string, string | File][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.set(name, value)
  return form
}

export async function readAttempt(draftId: string): Promise<CreateAttempt | null> {
  const stored: unknown = await get(PREFIX + draftId).catch(() => undefined)
  const attempt = storedSchema.safeParse(stored).data
  return attempt ? { key: attempt.key, forms: attempt.forms.map(toFormData) } : null
}

export async function storeAttempt(draftId: string, attempt: CreateAttempt | null): Promise<void> {
  const id = PREFIX + draftId
  const isNeeded = attempt && attempt.forms.length > 0
  const stored = isNeeded && { key: attempt.key, forms: attempt.forms.map((form) => [...form]) }
  // Without IndexedDB, only this page knows the attempt.
  await (stored ? set(id, stored) : del(id)).catch(() => undefined)
}
