import { zodResolver } from '@hookform/resolvers/zod'
import { createFormControl } from 'react-hook-form'
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
    // No connection, or a response that is not ours: the caller shows its own message.
    return { ok: false }
  }
}

/** Loads react-hook-form and zod, so forms import this module when they are first touched. */
export async function submitForm(
  form: HTMLFormElement,
  schema: FormSchema,
  idempotencyKey: string,
): Promise<FormOutcome> {
  const { register, handleSubmit, setError } = createFormControl<Record<string, string>>({
    resolver: zodResolver(schema),
  })
  const names = Object.keys(schema.shape)
  for (const name of names) register(name).ref(form.elements.namedItem(name))
  let outcome: FormOutcome = { ok: false }
  await handleSubmit(
    async (values) => {
      const body = { ...Object.fromEntries(new FormData(form)), ...values }
      outcome = await postJson(form.action, body, idempotencyKey)
      const { fields = {} } = outcome
      const invalid = names.find((name) => fields[name])
      if (invalid) setError(invalid, { message: fields[invalid] }, { shouldFocus: true })
    },
    (errors) => {
      const messages = names.map((name) => [name, errors[name]?.message ?? ''])
      outcome = { ok: false, fields: Object.fromEntries(messages) }
    },
  )()
  return outcome
}
