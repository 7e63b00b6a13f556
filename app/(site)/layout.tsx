import '../globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Footer } from '#components/site/footer.tsx'
import { Header } from '#components/site/header.tsx'
import { ThemeRoot } from '#components/site/theme.tsx'
import { fontClasses } from '#lib/fonts.ts'
import { site } from '#lib/site.ts'

/** For the views that have no metadata of their own: a page that fails or is missing. */
export const metadata: Metadata = { title: site.name }

/** The year in the footer changes while a server runs. */
export const revalidate = 3600

export const viewport: Viewport = { themeColor: '#f6f1e6' }

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={site.language} className={fontClasses} suppressHydrationWarning>
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
          <Footer />
        </ThemeRoot>
      </body>
    </html>
  )
}
