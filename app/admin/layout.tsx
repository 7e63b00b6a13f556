import './admin.css'
import type { Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Toasts } from '#components/admin/frame/providers.tsx'
import { PageTransitions } from '#components/site/page-transitions.tsx'
import { ThemeRoot } from '#components/site/theme.tsx'
import { staffMetadata } from '#lib/metadata.ts'
import { fontClasses } from '#lib/fonts.ts'
import { site } from '#lib/site.ts'

/** For views without metadata, such as error pages. */
export const metadata = staffMetadata('Staff area')

export const viewport: Viewport = { themeColor: '#f6f1e6' }

/** A separate root layout: coming from a public page is a full load, under the stricter CSP of the middleware. */
export default async function StaffRoot({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang={site.language} className={fontClasses} suppressHydrationWarning>
      <head>
        <PageTransitions />
      </head>
      <body className="staff">
        <ThemeRoot nonce={nonce}>
          {children}
          <Toasts />
        </ThemeRoot>
      </body>
    </html>
  )
}
