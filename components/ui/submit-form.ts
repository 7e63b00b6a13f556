import * as z from 'zod/mini'

export type FormSchema = z.ZodMiniObject<Record<string, z.ZodMiniType<string, string>>>

interface FormOutcome {
  ok: boolean
  message?: string | undefined
  error?: string | undefined
  fields?: Record<string, string> | undefined
}

const responseSchema = z.object({
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
})

async function postJson(url: string, body: unknown, idempotencyKey: string): Promise<FormOutcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    })
    return { ...responseSchema.parse(await response.json()), ok: response.ok }
  } catch {
    // The request failed or the response is not from our API: the caller shows its own message.
    return { ok: false }
  }
}

function focusFirst(form: HTMLFormElement, names: string[], fields: Record<string, string>) {
  const control = form.elements.namedItem(names.find((name) => fields[name]) ?? '')
  if (control instanceof HTMLElement) control.focus()
}

/** Loads zod, so forms import this module only when they are first used. */
export async function submitForm(
  form: HTMLFormElement,
  schema: FormSchema,
  idempotencyKey: string,
): Promise<FormOutcome> {
  const names = Object.keys(schema.shape)
  const entries = Object.fromEntries(new FormData(form))
  const { data, error } = z.safeParse(schema, entries)
  if (error) {
    const messages: Record<string, string[] | undefined> = z.flattenError(error).fieldErrors
    const fields = Object.fromEntries(names.map((name) => [name, messages[name]?.[0] ?? '']))
    focusFirst(form, names, fields)
    return { ok: false, fields }
  }
  const outcome = await postJson(form.action, { ...entries, ...data }, idempotencyKey)
  if (outcome.fields) focusFirst(form, names, outcome.fields)
  return outcome
}
