import { randomUUID } from 'node:crypto'
import { account } from '../account.ts'

export interface Answered {
  status: number
  body: string
}

const jsonHeaders = { 'content-type': 'application/json' }
let visitors = 0

async function answered(response: Promise<Response>): Promise<Answered> {
  const { status, text } = await response.then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }))
  return { status, body: text }
}

/** Whoever calls, nobody has called from there before: limits by address are not what is looked at. */
const fromSomewhere = () => {
  visitors += 1
  return { 'x-forwarded-for': `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}` }
}

/** Each call as anybody could make it, and its answer, whatever that is. */
export const calls = (url: string, token: string) => {
  const authorization = `Bearer ${token}`
  const post = (path: string, body: unknown) =>
    answered(
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { ...jsonHeaders, ...fromSomewhere() },
        body: JSON.stringify(body),
      }),
    )
  return {
    read: (path: string) => answered(fetch(url + path)),
    readAsStaff: (path: string) => answered(fetch(url + path, { headers: { authorization } })),
    create: (form: FormData) =>
      answered(fetch(`${url}/api/blogs`, { method: 'POST', headers: { authorization }, body: form })),
    update: (id: string, form: FormData, headers: Record<string, string> = {}) =>
      answered(
        fetch(`${url}/api/blogs/${id}`, {
          method: 'PUT',
          headers: { authorization, ...headers },
          body: form,
        }),
      ),
    remove: (id: string) =>
      answered(fetch(`${url}/api/blogs/${id}`, { method: 'DELETE', headers: { authorization } })),
    contact: (subject: string) =>
      post('/contact', { name: 'Ada', email: 'ada@example.com', subject, message: 'A long enough message.' }),
    subscribe: () => post('/newsletter', { email: `${randomUUID()}@example.com` }),
    signIn: () => post('/auth/login', account),
    view: (id: string) => post(`/blogs/${id}/views`, {}),
  }
}

export const formOf = (fields: Record<string, string | File>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
