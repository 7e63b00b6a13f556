import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import * as z from 'zod'
import type { Role } from '#contract/roles.ts'

const invitedSchema = z.object({ data: z.object({ link: z.string() }) })
const signedInSchema = z.object({
  data: z.object({ token: z.string(), user: z.object({ id: z.string(), author: z.string() }) }),
})

export interface Person {
  id: string
  name: string
  email: string
  password: string
  token: string
  author: string
  /** Deletes the account; its posts must be deleted before. */
  remove(): Promise<void>
}

export const newPassword = () => `a long word of ${randomUUID().slice(0, 8)}`

export async function createUser(
  url: string,
  ownerToken: string,
  role: Role,
  name = `${role} ${randomUUID().slice(0, 8)}`,
): Promise<Person> {
  const call = async (method: string, path: string, token: string | null, json: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(json) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const email = `${name.replaceAll(' ', '-').toLowerCase()}@example.com`
  const password = newPassword()
  const { link } = invitedSchema.parse(await call('POST', '/invitations', ownerToken, { email, role })).data
  const token = new URL(link).searchParams.get('token')
  await call('POST', '/invitations/accept', null, { token, name, password })
  const { data } = signedInSchema.parse(await call('POST', '/auth/login', null, { email, password }))
  const { id, author } = data.user
  return {
    ...{ id, name, email, password, author, token: data.token },
    remove: async () => void (await call('DELETE', `/users/${id}`, ownerToken, {})),
  }
}

export async function openAsClient(browser: Browser, javaScriptEnabled = true) {
  const context = await browser.newContext({ javaScriptEnabled })
  return { client: await context.newPage(), close: () => context.close() }
}
