import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { decode, encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import * as z from 'zod'
import { isSecureSite } from '../env.ts'
import { siteSecret } from '../secret.ts'

const LIFETIME_SECONDS = 120
const CHUNK_LENGTH = 3_800
const MAX_CHUNKS = 4
const MAX_UNPACKED_BYTES = 64 * 1024

const flashSchema = z.object({
  values: z.record(z.string(), z.string()),
  fields: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
})
export type Flash = z.infer<typeof flashSchema>

const saltOf = (name: string) => `flash-${name}`
const cookieName = (name: string, index: number) => `flash-${name}-${index}`
const cookieOptions = {
  httpOnly: true,
  sameSite: 'lax',
  secure: isSecureSite,
} as const

async function encrypt(name: string, flash: Flash): Promise<string[] | undefined> {
  const packed = deflateRawSync(JSON.stringify(flash)).toString('base64url')
  const token = await encode({
    token: { packed },
    secret: siteSecret(),
    salt: saltOf(name),
    maxAge: LIFETIME_SECONDS,
  })
  const chunks = token.match(new RegExp(`.{1,${CHUNK_LENGTH}}`, 'g')) ?? []
  return chunks.length > MAX_CHUNKS ? undefined : chunks
}

/** Stores the result of a plain form in encrypted cookies for the page at `path`; drops values that are too long. */
export async function setFlash(name: string, path: string, flash: Flash) {
  const jar = await cookies()
  const chunks = (await encrypt(name, flash)) ?? (await encrypt(name, { ...flash, values: {} })) ?? []
  for (let index = 0; index < MAX_CHUNKS; index++) {
    const value = chunks[index] ?? ''
    const maxAge = value === '' ? 0 : LIFETIME_SECONDS
    jar.set(cookieName(name, index), value, { ...cookieOptions, path, maxAge })
  }
}

export async function readFlash(name: string): Promise<Flash | null> {
  const jar = await cookies()
  const chunks = Array.from(
    { length: MAX_CHUNKS },
    (_, index) => jar.get(cookieName(name, index))?.value ?? '',
  )
  const token = chunks.join('')
  if (token === '') return null
  try {
    const content = await decode({ token, secret: siteSecret(), salt: saltOf(name) })
    const packed = Buffer.from(z.string().parse(content?.['packed']), 'base64url')
    const text = inflateRawSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).toString()
    return flashSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

interface FormTexts {
  sent: string
  invalid: string
  failure: string
}

function outcomeOf({ message, fields = {} }: Flash, names: readonly string[]) {
  if (message !== undefined) return 'sent'
  return names.some((name) => fields[name]) ? 'invalid' : 'error'
}

function textOf(outcome: unknown, texts: FormTexts, flash: Flash | undefined) {
  if (outcome === 'sent') return flash?.message ?? texts.sent
  if (outcome === 'error') return flash?.error ?? texts.failure
  return outcome === 'invalid' && !flash ? texts.invalid : undefined
}

/** The state of a page's form after it was sent. Without cookies, only the URL tells the outcome; they may belong to a later one. */
export async function readFormState(
  name: string,
  outcome: unknown,
  { fields, ...texts }: FormTexts & { fields: readonly string[] },
) {
  const latest = outcome === undefined ? null : await readFlash(name)
  const flash = latest && outcomeOf(latest, fields) === outcome ? latest : undefined
  const tone = outcome === 'sent' ? ('success' as const) : ('error' as const)
  const text = textOf(outcome, texts, flash)
  return { values: flash?.values, errors: flash?.fields, result: text ? { tone, text } : undefined }
}
