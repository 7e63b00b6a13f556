import {
  activityListResponseSchema,
  type ActivityFilter,
  type ActivityListQuery,
  type ActivityPage,
} from '#contract/activity.ts'
import type { Staff } from '../auth/staff.ts'
import { downloadCsv } from '../http/download.ts'
import { bearer, callIfSupported, type CallOptions } from '../upstream/client.ts'

export async function listActivity(
  { token }: Staff,
  query: ActivityFilter & Pick<ActivityListQuery, 'page'>,
): Promise<ActivityPage | null> {
  const options = { query: { ...query }, headers: bearer(token) }
  return callIfSupported('listActivity', activityListResponseSchema, options)
}

export const downloadActivity = (
  filter: ActivityFilter,
  headers: CallOptions['headers'],
  client: AbortSignal,
): Promise<Response> => downloadCsv('listActivity', 'activity', { query: { ...filter }, headers }, client)
