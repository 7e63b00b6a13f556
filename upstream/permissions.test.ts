import { expect, it } from '@jest/globals'
import { can, forbiddenMessage } from '#contract/roles.ts'
import { callers, permissions, toCall } from '#testing/permissions.ts'
import { resources } from './resources.ts'
import { startUpstream } from './testing/harness.ts'

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
