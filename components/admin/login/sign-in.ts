import { z } from 'zod'
import { loginSchema } from '#lib/auth/schema.ts'
import { loginTexts } from '#lib/auth/texts.ts'
import { fieldErrors } from '#lib/http/parse-input.ts'
import { postSession } from '../session-call.ts'

export interface Refusal {
  /** What stands above the form. */
  error?: string
  /** What stands under its fields. */
  fields: Record<string, string>
}

const refusalSchema = z.object({
  error: z.string().default(loginTexts.failure),
  fields: z.record(z.string(), z.string()).default({}),
})

/** Checks what was typed and signs in with it; `null` when that went well. */
export async function signIn(form: FormData): Promise<Refusal | null> {
  const checked = loginSchema.safeParse(Object.fromEntries(form))
  if (!checked.success) return { fields: fieldErrors(checked.error) }
  const response = await postSession('callback/credentials', {
    ...checked.data,
    remember: String(form.has('remember')),
  })
  if (response.ok) return null
  const said = refusalSchema.safeParse(await response.json())
  const { error, fields } = said.data ?? { error: loginTexts.failure, fields: {} }
  return { error, fields }
}
