import { expect } from '@jest/globals'
import {
  guestNotesResponseSchema,
  noteListResponseSchema,
  noteResponseSchema,
  type NoteThread,
} from '#contract/notes.ts'
import type { TestUpstream } from '../../testing/harness.ts'

export const texts = (threads: NoteThread[]) => threads.map(({ text }) => text)

export function notesClient(up: TestUpstream, token: string) {
  const write = async (path: string, json: object, as = token, headers: Record<string, string> = {}) => {
    const response = await up.call('POST', path, { token: as, json, headers })
    expect(response.status).toBe(201)
    return response.json
  }
  return {
    createPost: async (fields: object = {}, as = token) => {
      const json = { title: 'A draft', content: 'The rope **holds** the sail.', ...fields }
      return (await write('/api/blogs', json, as)).data
    },
    add: async (post: string, json: object, as = token, headers: Record<string, string> = {}) =>
      noteResponseSchema.parse(await write(`/api/blogs/${post}/notes`, json, as, headers)).data,
    reply: async (note: string, text: string, as = token) =>
      noteResponseSchema.parse(await write(`/api/notes/${note}/replies`, { text }, as)).data,
    list: async (post: string, as = token) =>
      noteListResponseSchema.parse((await up.call('GET', `/api/blogs/${post}/notes`, { token: as })).json),
    change: (note: string, json: object, as = token) =>
      up.call('PUT', `/api/notes/${note}`, { token: as, json }),
    remove: async (note: string, as = token) =>
      (await up.call('DELETE', `/api/notes/${note}`, { token: as })).status,
    rename: (as: string, name: string) => up.call('PUT', '/api/auth/profile', { token: as, json: { name } }),
    notified: async (as: string) => {
      const { notifications } = (await up.call('GET', '/api/notifications', { token: as })).json.data
      return notifications.map(({ kind, actor }: { kind: string; actor: string }) => [kind, actor])
    },
    share: async (post: string, json: object = {}): Promise<string> =>
      (await write(`/api/blogs/${post}/previews`, { days: 1, ...json })).data.url.split('/').at(-1),
    asGuest: (secret: string, json: object, headers: Record<string, string> = {}, address = '198.51.100.1') =>
      up.call('POST', '/api/previews/notes', {
        json: { token: secret, name: 'Leaf', text: 'Which rope?', ...json },
        headers,
        address,
      }),
    readAsGuest: async (secret: string, pass?: string) => {
      const { json } = await up.call('POST', '/api/previews/notes/list', { json: { token: secret, pass } })
      return guestNotesResponseSchema.parse(json).data.notes
    },
  }
}

export type NotesClient = ReturnType<typeof notesClient>
