import { answerMetrics } from '#lib/http/metrics-answer.ts'
import { route } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE } = route({ GET: answerMetrics })

export const dynamic = 'force-dynamic'
