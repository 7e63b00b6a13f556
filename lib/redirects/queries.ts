import type * as z from 'zod'
import { toDay } from '#contract/calendar.ts'
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
import type { Staff } from '../auth/staff.ts'
import { csvFile } from '../http/response.ts'
import type { CallName } from '../upstream/calls.ts'
import { bearer, callIfSupported, callUpstream } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'
import { flushRedirectHits } from './hits.ts'

type ListQuery = Partial<RedirectListQuery>

async function list<T>(
  name: CallName,
  schema: z.ZodType<T>,
  { token }: Staff,
  query: ListQuery,
): Promise<T | null> {
  await flushRedirectHits()
  return callIfSupported(name, schema, { query: { ...query }, headers: bearer(token) })
}

export const listRedirects = (staff: Staff, query: ListQuery): Promise<RedirectPage | null> =>
  list('listRedirects', redirectListResponseSchema, staff, query)

export const listAutomaticRedirects = (staff: Staff, query: ListQuery): Promise<AutomaticPage | null> =>
  list('listAutomaticRedirects', automaticListResponseSchema, staff, query)

export const listMissingAddresses = (staff: Staff, query: ListQuery): Promise<MissingPage | null> =>
  list('listMissingAddresses', missingListResponseSchema, staff, query)

export const listBrokenLinks = (staff: Staff, query: ListQuery): Promise<BrokenPage | null> =>
  list('listBrokenLinks', brokenListResponseSchema, staff, query)

export async function downloadRedirects(headers: Record<string, string | undefined>): Promise<Response> {
  const response = await callUpstream('listRedirects', { query: { format: 'csv' }, headers })
  if (!response.headers.get('content-type')?.startsWith('text/csv'))
    throw badGateway(new Error('The response is not CSV'))
  return csvFile(`redirects-${toDay(Date.now())}`, response.bytes)
}
