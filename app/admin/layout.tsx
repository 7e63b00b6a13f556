import '../globals.css'
import '../../components/admin/staff.css'
import type { Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Toasts } from '#components/admin/frame/toasts.tsx'
import { ThemeRoot } from '#components/site/theme.tsx'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { fontClasses } from '#lib/fonts.ts'
import { site } from '#lib/site.ts'

/** For the views that have none of their own: a page that fails. */
export const metadata = staffMetadata('Staff area')

export const viewport: Viewport = { themeColor: '#f6f1e6' }

/** A root of its own: coming here from a public page is a full load, under the stricter policy of the middleware. */
export default async function StaffRoot({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang={site.language} className={fontClasses} suppressHydrationWarning>
      <body className="staff">
        <ThemeRoot nonce={nonce}>
          {children}
          <Toasts />
        </ThemeRoot>
      </body>
    </html>
  )
}
