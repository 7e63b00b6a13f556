import { feedResponse } from '#lib/blog/feeds.ts'
import { route } from '#lib/http/route.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route({ GET: (request) => feedResponse('json', request) })
