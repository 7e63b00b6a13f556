import { describe, expect, it } from '@jest/globals'
import { can, forbiddenMessage, type Role } from '#contract/roles.ts'
import { callers, permissions, toCall } from '#testing/permissions.ts'
import { resources } from './resources.ts'
import { databases, startUpstream } from './testing/harness.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

it('every call of the upstream rejects the roles that may not make it', async () => {
  const up = await startUpstream('sqlite')
  const served = resources.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => toCall(method, `/api${path}`))
  expect([...new Set(served)].sort()).toEqual(Object.keys(permissions).sort())

  const tokens = {
    nobody: undefined,
    author: await up.signInAs('author'),
    editor: await up.signInAs('editor'),
    owner: await up.signInAs('owner'),
  }
  // Signing out ends the token, so it comes last.
  const calls = Object.entries(permissions).sort(
    ([a], [b]) => Number(a.endsWith('/logout')) - Number(b.endsWith('/logout')),
  )
  for (const [call, permission] of calls)
    for (const caller of callers) {
      const [method = '', path = ''] = call.split(' ')
      const token = tokens[caller]
      const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const { status, json } = await up.call(method, path.replaceAll('{id}', UNKNOWN), {
        ...body,
        ...(token && { token }),
      })
      const result = [call, caller, status, json?.error]
      if (permission !== 'everyone' && caller === 'nobody')
        expect(result).toEqual([call, caller, 401, 'Please sign in.'])
      else if (
        permission === 'everyone' ||
        permission === 'signed in' ||
        caller === 'nobody' ||
        can(caller, permission)
      )
        expect([call, caller, status === 401 || status === 403]).toEqual([call, caller, false])
      else expect(result).toEqual([call, caller, 403, forbiddenMessage(permission)])
    }
  await up.stop()
})

describe.each(databases)('an account on %s', (database) => {
  it('that loses its access while it sends a request cannot write any more', async () => {
    const up = await startUpstream(database)
    const owner = await up.signIn()
    const idOf = async (token: string) =>
      (await up.call('GET', '/api/auth/profile', { token })).json.data.id as string
    const ownId = await idOf(owner)
    const post = (await up.call('POST', '/api/blogs', { token: owner, json: { title: 'A', content: 'x' } }))
      .json.data

    const send = async (
      method: string,
      path: string,
      json: unknown,
      token: string,
      meanwhile: () => unknown,
    ) => {
      const body = new ReadableStream(
        {
          async pull(controller) {
            await meanwhile()
            controller.enqueue(new TextEncoder().encode(JSON.stringify(json)))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      // TypeScript's RequestInit lacks the required `duplex`.
      const streaming = { method, headers, body, duplex: 'half' }
      const response = await up.fetch(new Request(`http://upstream${path}`, streaming))
      return [method, path, response.status]
    }
    const demote =
      (role: Role, rest = {}) =>
      (id: string) =>
        up.call('PUT', `/api/users/${id}`, { token: owner, json: { role, ...rest } })
    const remove = (id: string) => up.call('DELETE', `/api/users/${id}?postsTo=${ownId}`, { token: owner })

    const attempts: [Role, (id: string) => Promise<unknown>, number, string, string, unknown][] = [
      ['owner', demote('owner', { disabled: true }), 401, 'PUT', '/api/users/{own}', { disabled: false }],
      ['owner', demote('editor'), 403, 'PUT', '/api/users/{own}', { role: 'owner' }],
      ['owner', demote('editor'), 403, 'POST', '/api/invitations', { email: 'b@example.com', role: 'owner' }],
      ['owner', demote('author'), 403, 'POST', '/api/imports', { name: 'a.zip', bytes: 3 }],
      ['editor', remove, 401, 'POST', '/api/blogs', { title: 'Late', content: 'x', published: true }],
      ['editor', demote('author'), 403, 'PUT', `/api/blogs/${post.id}`, { title: 'Late' }],
      ['editor', demote('author'), 403, 'POST', '/api/categories', { name: 'Late' }],
    ]
    for (const [role, lose, status, method, path, json] of attempts) {
      const token = await up.signInAs(role)
      const id = await idOf(token)
      const result = await send(method, path.replace('{own}', id), json, token, () => lose(id))
      expect(result).toEqual([method, path.replace('{own}', id), status])
    }
    expect((await up.call('GET', '/api/blogs')).json.total).toBe(0)
    await up.stop()
  })
})
