import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  noteListResponseSchema,
  noteResponseSchema,
  type NoteChange,
  type NoteInput,
} from '#contract/notes.ts'
import { isUnsupported, staffDelete, staffRequest } from '../api.ts'
import { refetch } from '../refetch.ts'
import { useRetryKey } from '../use-retry-key.ts'

const keyOf = (api: string) => ['notes', api] as const

/** `api` is the API path of a post. The data is null when the upstream has no notes. */
export const notesQuery = (api: string | undefined) =>
  queryOptions({
    queryKey: keyOf(api ?? ''),
    enabled: api !== undefined,
    queryFn: async ({ signal }) => {
      try {
        return (await staffRequest(`${api}/notes`, noteListResponseSchema, { signal })).data
      } catch (error) {
        if (isUnsupported(error)) return null
        throw error
      }
    },
    staleTime: 5_000,
  })

export type NoteWrite =
  | { do: 'add'; input: NoteInput }
  | { do: 'reply'; id: string; text: string }
  | { do: 'change'; id: string; change: NoteChange }
  | { do: 'delete'; id: string }

const isText = (write: NoteWrite) => (write.do === 'change' ? 'text' in write.change : write.do !== 'delete')

const notePath = (id: string) => `/api/notes/${encodeURIComponent(id)}`

export function useWriteNote(api: string) {
  const queries = useQueryClient()
  const { headersFor, reset } = useRetryKey()
  return useMutation({
    mutationFn: async (write: NoteWrite) => {
      const post = { method: 'POST', headers: headersFor(write) } as const
      if (write.do === 'delete') return staffDelete(notePath(write.id))
      if (write.do === 'add')
        await staffRequest(`${api}/notes`, noteResponseSchema, { ...post, json: write.input })
      else if (write.do === 'reply')
        await staffRequest(`${notePath(write.id)}/replies`, noteResponseSchema, {
          ...post,
          json: { text: write.text },
        })
      else await staffRequest(notePath(write.id), noteResponseSchema, { method: 'PUT', json: write.change })
    },
    onSuccess: reset,
    onSettled: (_, error, write) => {
      // The note may be deleted, and its form still shows the text and the error.
      if (error && isText(write)) return
      // Not awaited: otherwise a thread that moves to another list would unmount before its own change ends.
      void refetch(queries, keyOf(api))
    },
  })
}
