import { loginSchema } from '#lib/auth/schema.ts'
import { readJson } from '../body.ts'
import { forStaff, type Call } from '../call.ts'
import { Fault, parsed } from '../faults.ts'
import { consume, limitKey, refund, type Limit } from '../limits.ts'
import { passwordMatches } from './passwords.ts'
import { issueToken, revokeToken } from './tokens.ts'

export const perAccount: Limit = { name: 'login-account', points: 5, minutes: 15 }
const perAddress: Limit = { name: 'login-address', points: 30, minutes: 15 }
const refusal = 'Too many sign-in attempts.'

export async function login(call: Call): Promise<Response> {
  const { email, password } = parsed(loginSchema, await readJson(call.request))
  const address = email.toLowerCase()
  const accountKey = limitKey(perAccount, call.address, address)
  const addressKey = limitKey(perAddress, call.address)
  await consume(call.db, perAddress, addressKey, refusal)
  await consume(call.db, perAccount, accountKey, refusal)
  const account = await call.db
    .selectFrom('accounts')
    .innerJoin('authors', 'authors.id', 'accounts.author_id')
    .select(['accounts.id', 'accounts.email', 'accounts.password_hash', 'authors.name'])
    .where('accounts.email', '=', address)
    .executeTakeFirst()
  const matches = await passwordMatches(account?.password_hash ?? null, password)
  const token = account && matches ? await issueToken(call.db, account) : null
  if (!account || !token) {
    throw new Fault('unauthorized', 'Invalid email or password. Please try again.')
  }
  // Signing in is not guessing: who knows the password does not use up the tries.
  await refund(call.db, accountKey)
  await refund(call.db, addressKey)
  return Response.json({
    data: { token, user: { id: account.id, name: account.name, email: account.email } },
  })
}

export const logout = forStaff(async (call, account) => {
  await revokeToken(call.db, account.tokenHash)
  return Response.json({ message: 'You are signed out.' })
})

export const profile = forStaff(async (_call, { id, name, email }) =>
  Response.json({ data: { id, name, email } }),
)
