import {
  activityListResponseSchema,
  type ActivityFilter,
  type ActivityListQuery,
  type ActivityPage,
} from '#contract/activity.ts'
import type { Staff } from '../auth/staff.ts'
import { csvFile } from '../http/response.ts'
import { toDay } from '#contract/calendar.ts'
import { bearer, callIfSupported, callUpstream } from '../upstream/client.ts'
import { badGateway } from '../upstream/errors.ts'

export async function listActivity(
  { token }: Staff,
  query: ActivityFilter & Pick<ActivityListQuery, 'page'>,
): Promise<ActivityPage | null> {
  const options = { query: { ...query }, headers: bearer(token) }
  return callIfSupported('listActivity', activityListResponseSchema, options)
}

export async function downloadActivity(
  filter: ActivityFilter,
  headers: Record<string, string | undefined>,
): Promise<Response> {
  const response = await callUpstream('listActivity', { query: { ...filter, format: 'csv' }, headers })
  if (!response.headers.get('content-type')?.startsWith('text/csv'))
    throw badGateway(new Error('The response is not CSV'))
  return csvFile(`activity-${toDay(Date.now())}`, response.bytes)
}
