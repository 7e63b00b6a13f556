import './admin.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Toasts } from '#components/admin/frame/providers.tsx'
import { PageTransitions } from '#components/site/page-transitions.tsx'
import { SiteProvider } from '#components/site/site-context.tsx'
import { ThemeRoot } from '#components/site/theme.tsx'
import { LinkNavigation } from '#components/ui/link-navigation.tsx'
import '#lib/fonts.ts'
import { getSettings } from '#lib/settings/settings.ts'
import { site, staffTitle } from '#lib/site.ts'

/** The default title is for views without metadata, such as error pages. */
export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSettings()
  return {
    title: { template: staffTitle('%s', name), default: staffTitle('Staff area', name) },
    robots: { index: false, follow: false },
  }
}

export const viewport: Viewport = {
  themeColor: '#f6f1e6',
  // The bars of the editor stay above the keyboard.
  interactiveWidget: 'resizes-content',
}

/** A separate root layout makes the browser load the document, under the stricter CSP of the middleware. */
export default async function StaffRoot({ children }: { children: ReactNode }) {
  const settings = await getSettings()
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang={site.language} data-time-zone={settings.timeZone} suppressHydrationWarning>
      <head>
        <PageTransitions />
      </head>
      <body className="staff">
        <ThemeRoot nonce={nonce}>
          <SiteProvider name={settings.name} email={settings.email}>
            {children}
          </SiteProvider>
          <LinkNavigation />
          <Toasts />
        </ThemeRoot>
      </body>
    </html>
  )
}
