import type { MetadataRoute } from 'next'
import { absoluteUrl } from '#lib/metadata.ts'

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: ['/', '/api/media/'], disallow: ['/api/', '/admin'] },
    sitemap: absoluteUrl('/sitemap.xml'),
  }
}
