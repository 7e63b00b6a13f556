import { subscriberListResponseSchema, type SubscriberPage } from '#contract/subscribers.ts'
import type { Staff } from '../auth/staff.ts'
import { downloadCsv } from '../http/download.ts'
import { bearer, callIfSupported, type CallOptions } from '../upstream/client.ts'

export const listSubscribers = (
  { token }: Staff,
  query: { search: string | undefined; page: number },
): Promise<SubscriberPage | null> =>
  callIfSupported('listSubscribers', subscriberListResponseSchema, { query, headers: bearer(token) })

export const downloadSubscribers = (
  search: string | undefined,
  headers: CallOptions['headers'],
  client: AbortSignal,
): Promise<Response> => downloadCsv('listSubscribers', 'subscribers', { query: { search }, headers }, client)
