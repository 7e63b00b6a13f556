import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's least memory setting, which is also the library's default. */
const MAX_AT_ONCE = 4

let running = 0
const waiting: (() => void)[] = []

/** Each hash takes 19 MB and a core, so a burst of sign-ins queues. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** 120 random bits, to be shown once. */
export const newPassword = () => randomBytes(15).toString('base64url')

export const hashPassword = (password: string) => inTurn(() => hash(password))

let placeholder: Promise<string> | undefined

/** Without a stored hash it verifies against a placeholder, so that an unknown address takes as long as a known one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  placeholder ??= hashPassword('no account has this password')
  const substitute = await placeholder
  const matches = await inTurn(() => verify(stored ?? substitute, password))
  return stored !== null && matches
}
