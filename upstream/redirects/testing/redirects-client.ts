import { expect } from '@jest/globals'
import {
  redirectListResponseSchema,
  redirectMapResponseSchema,
  redirectResponseSchema,
} from '#contract/redirects.ts'
import type { TestUpstream } from '../../testing/harness.ts'

/** `get` returns the upstream of the test, which starts later. */
export function redirectsClient(get: () => { up: TestUpstream; token: string }) {
  const call = (method: string, path = '', json?: object, headers = {}) => {
    const { up, token } = get()
    return up.call(method, `/api/redirects${path}`, { token, json, headers })
  }
  return {
    call,
    create: async (from: string, to: string, status?: number) => {
      const response = await call('POST', '', { from, to, status })
      expect([response.status, response.json.error]).toEqual([201, undefined])
      return redirectResponseSchema.parse(response.json)
    },
    find: async (search: string) =>
      redirectListResponseSchema.parse((await call('GET', `?search=${encodeURIComponent(search)}`)).json),
    map: async () => {
      const { data } = redirectMapResponseSchema.parse(
        (await get().up.call('GET', '/api/redirects/map')).json,
      )
      return new Map(data.map(({ from, to, status }) => [from, `${status} ${to}`]))
    },
    post: async (title: string, fields: object = {}) => {
      const { up, token } = get()
      const json = { title, content: 'x', published: true, ...fields }
      return (await up.call('POST', '/api/blogs', { token, json })).json.data
    },
  }
}
