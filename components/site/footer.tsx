import { Flag } from '#components/flags/flag.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { services } from '#lib/content/services.ts'
import { navigation } from '#lib/routes.ts'
import { currentYear } from '#contract/calendar.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { brandSignal } from '#lib/flags.ts'

const linkClass = 'inline-flex min-h-11 items-center py-2 underline-offset-4 hover:underline'

interface FooterProps {
  settings: Pick<PublicSettings, 'name' | 'tagline' | 'social'>
}

export function Footer({ settings: { name: brand, tagline, social } }: FooterProps) {
  const links = social.filter(({ url }) => url !== '')
  return (
    <footer className="below-fold no-print grow bg-flag-ink text-on-ink [--height:46rem] md:[--height:31rem]">
      <div className="frame grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-x-8 gap-y-12 py-16 md:grid-cols-12 md:py-20">
        <div className="col-span-full md:col-span-6">
          <Flag
            signal={brandSignal(brand)}
            direction="fly"
            className="h-auto max-h-9 max-w-full"
            title={`${brand} in signal flags`}
          />
          <p className="mt-8 max-w-[10.5em] text-head">{tagline}</p>
          {links.length > 0 && (
            <ul aria-label="Social media" className="mt-8 flex flex-wrap gap-x-6">
              {links.map(({ name, url }, index) => (
                <li key={index}>
                  <a href={url} rel="noopener" className={linkClass}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <nav aria-label="Quick Links" className="md:col-span-2">
          <h2 className="mb-2 text-on-ink/70">Quick Links</h2>
          <ul>
            {navigation.map(({ href, label }) => (
              <li key={href}>
                <SiteLink href={href} className={linkClass}>
                  {label}
                </SiteLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="Services" className="md:col-span-4">
          <h2 className="mb-2 text-on-ink/70">Services</h2>
          <ul>
            {services.map(({ anchor, shortName }) => (
              <li key={anchor}>
                <SiteLink href={`/services#${anchor}`} className={linkClass}>
                  {shortName}
                </SiteLink>
              </li>
            ))}
            <li>
              <SiteLink href="/work" className={linkClass}>
                Case studies
              </SiteLink>
            </li>
          </ul>
        </nav>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-8 text-sm text-on-ink/70 md:col-span-12">
          <p>
            © {currentYear()} {brand}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            <li>
              <SiteLink href="/newsletter" className={linkClass}>
                Newsletter
              </SiteLink>
            </li>
            <li>
              <a href="/feed.xml" className={linkClass}>
                RSS feed
              </a>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  )
}
