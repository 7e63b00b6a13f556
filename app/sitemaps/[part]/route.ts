import { sitemapResponse } from '#lib/blog/sitemap.ts'
import { route } from '#lib/http/route.ts'

export const dynamic = 'force-dynamic'

export const { GET } = route<{ part: string }>({ GET: (_request, { part }) => sitemapResponse(part) })
