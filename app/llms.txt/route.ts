import { route } from '#lib/http/route.ts'
import { llmsResponse } from '#lib/llms.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route({ GET: () => llmsResponse() })
