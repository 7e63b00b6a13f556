import type * as z from 'zod'
import {
  automaticListResponseSchema,
  brokenListResponseSchema,
  missingListResponseSchema,
  redirectListResponseSchema,
  type AutomaticPage,
  type BrokenPage,
  type MissingPage,
  type RedirectListQuery,
  type RedirectPage,
} from '#contract/redirects.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { downloadCsv } from '../http/download.ts'
import type { CallName } from '../upstream/calls.ts'
import { callIfSupported, type CallOptions } from '../upstream/client.ts'
import { flushRedirectHits } from './hits.ts'

type ListQuery = Partial<RedirectListQuery>

async function list<T>(
  name: CallName,
  schema: z.ZodType<T>,
  staff: Staff,
  query: ListQuery,
): Promise<T | null> {
  await flushRedirectHits()
  return readAsStaff(staff, (headers) => callIfSupported(name, schema, { query: { ...query }, headers }))
}

export const listRedirects = (staff: Staff, query: ListQuery): Promise<RedirectPage | null> =>
  list('listRedirects', redirectListResponseSchema, staff, query)

export const listAutomaticRedirects = (staff: Staff, query: ListQuery): Promise<AutomaticPage | null> =>
  list('listAutomaticRedirects', automaticListResponseSchema, staff, query)

export const listMissingAddresses = (staff: Staff, query: ListQuery): Promise<MissingPage | null> =>
  list('listMissingAddresses', missingListResponseSchema, staff, query)

export const listBrokenLinks = (staff: Staff, query: ListQuery): Promise<BrokenPage | null> =>
  list('listBrokenLinks', brokenListResponseSchema, staff, query)

export const downloadRedirects = (
  search: string | undefined,
  headers: CallOptions['headers'],
  client: AbortSignal,
): Promise<Response> => downloadCsv('listRedirects', 'redirects', { query: { search }, headers }, client)
