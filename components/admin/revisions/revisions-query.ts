import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { revisionListResponseSchema, revisionResponseSchema } from '#contract/revisions.ts'
import { isNotFound, isUnsupported, staffRequest } from '../api.ts'
import { toHref, toSearchParams, type UrlFormat } from '../ui/url-format.ts'

export interface HistoryState {
  page: number
  from: number | null
  to: number | null
  view: 'inline' | 'side'
  explicit: boolean
}

const parseNumber = (text: string | null) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null)

function inOrder(a: number | null, b: number | null) {
  if (a === b) return { from: null, to: b }
  return a !== null && b !== null && a > b ? { from: b, to: a } : { from: a, to: b }
}

export const revisionsUrl = (postId: string): UrlFormat<HistoryState> => ({
  parse: (query) => ({
    page: parseNumber(query.get('page')) ?? 1,
    ...inOrder(parseNumber(query.get('from')), parseNumber(query.get('to'))),
    view: query.get('view') === 'side' ? 'side' : 'inline',
    explicit: query.get('automatic') === 'false',
  }),
  toHref: ({ page, from, to, view, explicit }) =>
    toHref(
      `/admin/blogs/${postId}/revisions`,
      toSearchParams({
        from,
        to,
        view: view === 'side' ? view : '',
        automatic: explicit ? 'false' : '',
        page,
      }),
    ),
})

export const revisionsPath = (postId: string) => `/api/blogs/${encodeURIComponent(postId)}/revisions`
export const revisionsKey = (postId: string) => ['revisions', postId] as const

const STALE_MS = 5_000

type Listed = Pick<HistoryState, 'page' | 'explicit'>

export const revisionListQuery = (postId: string, { page, explicit }: Listed) =>
  queryOptions({
    queryKey: [...revisionsKey(postId), 'list', page, explicit],
    queryFn: ({ signal }) =>
      staffRequest(
        `${revisionsPath(postId)}?page=${page}&automatic=${!explicit}`,
        revisionListResponseSchema,
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })

export const revisionQuery = (postId: string, number: number | null) =>
  queryOptions({
    queryKey: [...revisionsKey(postId), 'one', number],
    queryFn: async ({ client, signal }) => {
      try {
        const path = `${revisionsPath(postId)}/${number}`
        return (await staffRequest(path, revisionResponseSchema, { signal })).data
      } catch (error) {
        if (!isNotFound(error)) throw error
        // The list tells whether the post was deleted too.
        void client.invalidateQueries({ queryKey: [...revisionsKey(postId), 'list'] })
        return null
      }
    },
    enabled: number !== null,
    staleTime: STALE_MS,
  })

/** Whether the upstream has revisions; `known` when the server has already checked. */
export const historyQuery = (postId: string | undefined, known: boolean | undefined) =>
  queryOptions({
    queryKey: [...revisionsKey(postId ?? ''), 'supported'],
    queryFn: async ({ signal }) => {
      try {
        await staffRequest(`${revisionsPath(postId ?? '')}?limit=1`, revisionListResponseSchema, { signal })
        return true
      } catch (error) {
        if (isUnsupported(error)) return false
        throw error
      }
    },
    enabled: postId !== undefined,
    initialData: known,
    staleTime: Infinity,
  })
