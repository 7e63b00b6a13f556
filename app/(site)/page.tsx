import { Closing } from '#components/site/closing.tsx'
import { CaseStudies } from '#components/site/home/case-studies.tsx'
import { Hero, ServiceIndex, Stats, Testimonials } from '#components/site/home/sections.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { pageMetadata } from '#lib/metadata.ts'
import { siteJsonLd } from '#lib/organization.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `${site.name}: app and web development, SEO and marketing`,
  description: site.description,
  path: '/',
})

export default function HomePage() {
  return (
    <>
      <JsonLd data={siteJsonLd()} />
      <Hero />
      <Stats />
      <ServiceIndex />
      <CaseStudies />
      <Testimonials />
      <Closing
        hoist={{
          title: 'Tell us what you want built.',
          text: 'Two paragraphs are enough. A person who builds software answers within 24 hours.',
          href: '/contact',
          label: 'Contact us',
        }}
        fly={{
          title: 'Or see first who would build it.',
          text: 'Six leads, fifteen people, one table, and a timeline since 2019.',
          href: '/about',
          label: 'About Halyard',
        }}
      />
    </>
  )
}
