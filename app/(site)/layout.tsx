import './site.css'
import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { AnnouncementLine } from '#components/site/announcement.tsx'
import { VisitCounter } from '#components/analytics/visit-counter.tsx'
import { Footer } from '#components/site/footer.tsx'
import { Header } from '#components/site/header.tsx'
import { FocusRecovery } from '#components/site/navigation.tsx'
import { PageTransitions } from '#components/site/page-transitions.tsx'
import { SiteProvider } from '#components/site/site-context.tsx'
import { Static } from '#components/site/static.tsx'
import { ThemeRoot } from '#components/site/theme.tsx'
import { LinkNavigation } from '#components/ui/link-navigation.tsx'
import '#lib/fonts.ts'
import { startOfNextYear } from '#contract/calendar.ts'
import { cacheUntil } from '#lib/process-context.ts'
import { currentAnnouncement } from '#lib/settings/announcement.ts'
import { getSettings } from '#lib/settings/settings.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = async () => ({ title: (await getSettings()).name })

/** The page cache in front of Next (server/page-cache) caches what is rendered. */
export const dynamic = 'force-dynamic'

export const viewport: Viewport = { themeColor: '#f6f1e6' }

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const settings = await getSettings()
  const announcement = currentAnnouncement(settings)
  if (announcement?.endsAt) cacheUntil(announcement.endsAt)
  // The footer shows the year.
  cacheUntil(startOfNextYear())
  return (
    <html lang={site.language} data-time-zone={settings.timeZone} suppressHydrationWarning>
      <head>
        <link rel="expect" href="#main" blocking="render" />
        <PageTransitions />
      </head>
      <body className="flex min-h-dvh flex-col">
        <noscript>
          <style>{'.needs-script { display: none }'}</style>
        </noscript>
        <ThemeRoot>
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <SiteProvider name={settings.name} email={settings.email}>
            {announcement && (
              <Static>
                <AnnouncementLine {...announcement} />
              </Static>
            )}
            <Header name={settings.name} />
            <main id="main" tabIndex={-1} className="min-h-[60dvh] outline-none">
              {children}
            </main>
            <FocusRecovery />
            <Static>
              <Footer settings={settings} />
            </Static>
            <LinkNavigation />
            <VisitCounter />
          </SiteProvider>
        </ThemeRoot>
      </body>
    </html>
  )
}
