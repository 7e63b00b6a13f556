import { Closing } from '#components/site/closing.tsx'
import { CaseStudies } from '#components/site/home/case-studies.tsx'
import { Hero, ServiceIndex, Stats, Testimonials } from '#components/site/home/sections.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { Static } from '#components/site/static.tsx'
import { getFeaturedCaseStudies } from '#lib/case-studies/queries.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { siteJsonLd } from '#lib/organization.ts'
import { getSettings } from '#lib/settings/settings.ts'

export async function generateMetadata() {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `${settings.name}: app and web development, SEO and marketing`,
    description: settings.description,
    path: '/',
  })
}

export default async function HomePage() {
  const settings = await getSettings()
  const { name } = settings
  const studies = await getFeaturedCaseStudies()
  return (
    <Static>
      <JsonLd data={siteJsonLd(settings)} />
      <Hero {...settings} />
      <Stats name={name} />
      <ServiceIndex />
      <CaseStudies studies={studies} />
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
          label: `About ${name}`,
        }}
      />
    </Static>
  )
}
