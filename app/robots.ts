import type { MetadataRoute } from 'next'
import { absoluteUrl } from '#lib/metadata.ts'

/** SITE_URL is known only at run time. */
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/api/media/', disallow: ['/api/', '/admin/', '/admin$'] },
    sitemap: absoluteUrl('/sitemap.xml'),
  }
}
