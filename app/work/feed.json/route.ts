import { workFeedResponse } from '#lib/case-studies/feeds.ts'
import { route } from '#lib/http/route.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route({ GET: () => workFeedResponse('json') })
