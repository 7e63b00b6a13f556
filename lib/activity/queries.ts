import {
  activityListResponseSchema,
  type ActivityFilter,
  type ActivityListQuery,
  type ActivityPage,
} from '#contract/activity.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { downloadCsv } from '../http/download.ts'
import { callIfSupported, type CallOptions } from '../upstream/client.ts'

export const listActivity = (
  staff: Staff,
  query: ActivityFilter & Pick<ActivityListQuery, 'page'>,
): Promise<ActivityPage | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listActivity', activityListResponseSchema, { query: { ...query }, headers }),
  )

export const downloadActivity = (
  filter: ActivityFilter,
  headers: CallOptions['headers'],
  client: AbortSignal,
): Promise<Response> => downloadCsv('listActivity', 'activity', { query: { ...filter }, headers }, client)
