import { sitemapResponse } from '#lib/blog/sitemap.ts'
import { route } from '#lib/http/route.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route({ GET: () => sitemapResponse('index') })
