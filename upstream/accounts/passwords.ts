import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** Each hash takes 19 MB and a core. */
const limitHashing = pLimit(4)

export const generatePassword = () => randomBytes(15).toString('base64url')

export const hashPassword = (password: string) => limitHashing(() => hash(password))

let placeholderHash: Promise<string> | undefined

/** Without a stored hash it verifies a placeholder, so that unknown emails take as long as known ones. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  placeholderHash ??= hashPassword('no account has this password')
  const placeholder = await placeholderHash
  const matches = await limitHashing(() => verify(storedHash ?? placeholder, password))
  return storedHash !== null && matches
}
