import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { inTurn } from '../in-turn.ts'

/** Each hash takes 19 MB and a core, so a burst of sign-ins queues. */
const hashing = inTurn(4)

/** 120 random bits, to be shown once. */
export const newPassword = () => randomBytes(15).toString('base64url')

/** argon2id with OWASP's least memory setting, which is also the library's default. */
export const hashPassword = (password: string) => hashing(() => hash(password))

let placeholder: Promise<string> | undefined

/** Without a stored hash it verifies against a placeholder, so that an unknown address takes as long as a known one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  placeholder ??= hashPassword('no account has this password')
  const substitute = await placeholder
  const matches = await hashing(() => verify(stored ?? substitute, password))
  return stored !== null && matches
}
