import {
  systemResponseSchema,
  undeliveredEmailsResponseSchema,
  type System,
  type UndeliveredEmails,
} from '#contract/system.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { callIfSupported } from '../upstream/client.ts'
import { metrics } from '../metrics.ts'

export async function getSystem(staff: Staff): Promise<System | null> {
  const response = await readAsStaff(staff, (headers) =>
    callIfSupported('getSystem', systemResponseSchema, { headers }),
  )
  return response?.data ?? null
}

export const listUndeliveredEmails = (staff: Staff): Promise<UndeliveredEmails | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listUndeliveredEmails', undeliveredEmailsResponseSchema, { headers }),
  )

export interface NodeStatus {
  version: string
  node: string
  uptime: number
  pageCache: { hits: number; misses: number; entries: number; bytes: number }
}

export async function getNodeStatus(): Promise<NodeStatus> {
  const { buildInfo, pageCache, pageCacheBytes, pageCacheEntries } = metrics()
  const lookups = (await pageCache.get()).values
  const countOf = (result: string) => lookups.find(({ labels }) => labels.result === result)?.value ?? 0
  const valueOf = async (gauge: typeof pageCacheBytes) => (await gauge.get()).values[0]?.value ?? 0
  const { version = '', node = '' } = (await buildInfo.get()).values[0]?.labels ?? {}
  return {
    version: String(version),
    node: String(node),
    uptime: Math.round(process.uptime()),
    pageCache: {
      hits: countOf('hit'),
      misses: countOf('miss'),
      entries: await valueOf(pageCacheEntries),
      bytes: await valueOf(pageCacheBytes),
    },
  }
}
