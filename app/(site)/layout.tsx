import './site.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Footer } from '#components/site/footer.tsx'
import { Header } from '#components/site/header.tsx'
import { FocusRecovery } from '#components/site/navigation.tsx'
import { PageTransitions } from '#components/site/page-transitions.tsx'
import { ThemeRoot } from '#components/site/theme.tsx'
import { fontClasses } from '#lib/fonts.ts'
import { site } from '#lib/site.ts'

export const metadata: Metadata = { title: site.name }

/** The page cache in front of Next (server/page-cache) caches what is rendered. */
export const dynamic = 'force-dynamic'

export const viewport: Viewport = { themeColor: '#f6f1e6' }

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={site.language} className={fontClasses} suppressHydrationWarning>
      <head>
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
          <Header />
          <main id="main" tabIndex={-1} className="outline-none">
            {children}
          </main>
          <FocusRecovery />
          <Footer />
        </ThemeRoot>
      </body>
    </html>
  )
}
