import type { Metadata } from 'next'
import { site } from '../site.ts'

export const staffMetadata = (name: string): Metadata => ({
  title: { absolute: `${name} | ${site.name} staff` },
  robots: { index: false, follow: false },
})
