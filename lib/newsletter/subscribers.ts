import { toDay } from '#contract/calendar.ts'
import { subscriberListResponseSchema, type SubscriberPage } from '#contract/subscribers.ts'
import type { Staff } from '../auth/staff.ts'
import { csvFile } from '../http/response.ts'
import { bearer, callIfSupported, callUpstream } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'

export const listSubscribers = (
  { token }: Staff,
  query: { search: string | undefined; page: number },
): Promise<SubscriberPage | null> =>
  callIfSupported('listSubscribers', subscriberListResponseSchema, { query, headers: bearer(token) })

export async function downloadSubscribers(headers: Record<string, string | undefined>): Promise<Response> {
  const response = await callUpstream('listSubscribers', { query: { format: 'csv' }, headers })
  if (!response.headers.get('content-type')?.startsWith('text/csv'))
    throw badGateway(new Error('The response is not CSV'))
  return csvFile(`subscribers-${toDay(Date.now())}`, response.bytes)
}
