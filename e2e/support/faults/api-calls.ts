import { randomUUID } from 'node:crypto'
import { account } from '../session.ts'

export interface CallResult {
  status: number
  body: string
}

/** Visitors are not told which part of the server failed. */
export const visitorErrors = new Map([
  ['contact', { error: 'Sorry, there was an error sending your message. Please try again.' }],
  ['subscribe', { error: 'Sorry, we could not update your subscription. Please try again.' }],
])

const jsonHeaders = { 'content-type': 'application/json' }
let visitors = 0

async function toResult(response: Promise<Response>): Promise<CallResult> {
  const { status, text } = await response.then(async (received) => ({
    status: received.status,
    text: await received.text(),
  }))
  return { status, body: text }
}

/** A new client address for every request avoids the limits by address. */
export const randomClientAddress = () => {
  visitors += 1
  return { 'x-forwarded-for': `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` }
}

export const calls = (url: string, token: string) => {
  const authorization = `Bearer ${token}`
  const post = (path: string, body: unknown) =>
    toResult(
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { ...jsonHeaders, ...randomClientAddress() },
        body: JSON.stringify(body),
      }),
    )
  return {
    read: (path: string) => toResult(fetch(url + path)),
    readAsStaff: (path: string) => toResult(fetch(url + path, { headers: { authorization } })),
    create: (form: FormData) =>
      toResult(fetch(`${url}/api/blogs`, { method: 'POST', headers: { authorization }, body: form })),
    update: (id: string, form: FormData, headers: Record<string, string> = {}) =>
      toResult(
        fetch(`${url}/api/blogs/${id}`, {
          method: 'PUT',
          headers: { authorization, ...headers },
          body: form,
        }),
      ),
    remove: (id: string) =>
      toResult(fetch(`${url}/api/blogs/${id}`, { method: 'DELETE', headers: { authorization } })),
    contact: (subject: string) =>
      post('/contact', { name: 'Ada', email: 'ada@example.com', subject, message: 'A long enough message.' }),
    subscribe: () => post('/newsletter', { email: `${randomUUID()}@example.com` }),
    signIn: () => post('/auth/login', account),
    view: (id: string) => post(`/blogs/${id}/views`, {}),
  }
}

export const toFormData = (fields: Record<string, string | File>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
