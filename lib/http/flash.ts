import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { decode, encode } from 'next-auth/jwt'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { siteSecret } from '../secret.ts'

/**
 * What a plain form typed, carried over the redirect to the page that shows it again: sealed, in cookies of the visitor,
 * for two minutes. Nothing is kept on the server and nothing stands in an address.
 */
const LIFETIME_SECONDS = 120
const CHUNK = 3_800
const MAX_CHUNKS = 4

const flashSchema = z.object({
  values: z.record(z.string(), z.string()),
  fields: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
  message: z.string().optional(),
})
export type Flash = z.infer<typeof flashSchema>

const salt = (name: string) => `flash-${name}`
const cookieName = (name: string, index: number) => `flash-${name}-${index}`

/** `undefined` when the text is too long to be carried. */
async function seal(name: string, flash: Flash): Promise<string[] | undefined> {
  const packed = deflateRawSync(JSON.stringify(flash)).toString('base64url')
  const token = await encode({
    token: { packed },
    secret: siteSecret(),
    salt: salt(name),
    maxAge: LIFETIME_SECONDS,
  })
  const chunks = token.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
  return chunks.length > MAX_CHUNKS ? undefined : chunks
}

/** Keeps the flash for the page at `path`; without its values when they are too long. */
export async function setFlash(name: string, path: string, flash: Flash) {
  const jar = await cookies()
  const chunks = (await seal(name, flash)) ?? (await seal(name, { ...flash, values: {} })) ?? []
  for (let index = 0; index < MAX_CHUNKS; index++) {
    const value = chunks[index] ?? ''
    const maxAge = value === '' ? 0 : LIFETIME_SECONDS
    jar.set(cookieName(name, index), value, { httpOnly: true, sameSite: 'lax', path, maxAge })
  }
}

/** The flash of this visitor, if there is one and it is ours. */
export async function readFlash(name: string): Promise<Flash | null> {
  const jar = await cookies()
  const token = Array.from(
    { length: MAX_CHUNKS },
    (_, index) => jar.get(cookieName(name, index))?.value ?? '',
  ).join('')
  if (token === '') return null
  try {
    const content = await decode({ token, secret: siteSecret(), salt: salt(name) })
    const packed = Buffer.from(z.string().parse(content?.['packed']), 'base64url')
    return flashSchema.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: 64 * 1024 }).toString()))
  } catch {
    return null
  }
}
