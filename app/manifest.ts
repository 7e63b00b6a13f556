import type { MetadataRoute } from 'next'
import { getSettings } from '#lib/settings/settings.ts'

export const dynamic = 'force-dynamic'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name, description } = await getSettings()
  return {
    name,
    short_name: name,
    description,
    start_url: '/',
    display: 'browser',
    background_color: '#f6f1e6',
    theme_color: '#f6f1e6',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  }
}
