import { metricsResponse } from '#lib/metrics.ts'
import { route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: metricsResponse })

export const dynamic = 'force-dynamic'
