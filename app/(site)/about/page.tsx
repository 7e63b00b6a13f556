import { Achievements, Journey, Purpose, Team, Values } from '#components/site/about/sections.tsx'
import { Closing } from '#components/site/closing.tsx'
import { PageHero } from '#components/site/headings.tsx'
import { Static } from '#components/site/static.tsx'
import { story } from '#lib/content/company.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { getSettings } from '#lib/settings/settings.ts'

export async function generateMetadata() {
  const settings = await getSettings()
  const { city } = settings.address
  return pageMetadata(settings, {
    title: `About | ${settings.name}`,
    description: `Founded in 2019${city && ` in ${city}`}: the story of ${settings.name}, what we hold to, and the six people who lead the work.`,
    path: '/about',
  })
}

export default async function AboutPage() {
  const { name } = await getSettings()
  return (
    <Static>
      <PageHero signal="A" title="Small enough to sit at one table.">
        {story(name).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </PageHero>
      <Journey />
      <Purpose />
      <Values />
      <Achievements />
      <Team />
      <Closing
        hoist={{
          title: 'Pull up a chair.',
          text: 'Tell us what you are trying to do. If somebody else would do it better, we will name them.',
          href: '/contact',
          label: 'Contact us',
        }}
        fly={{
          title: 'Or read what we could do for you.',
          text: 'Four services, five more behind them, and a process with dates.',
          href: '/services',
          label: 'Our services',
        }}
      />
    </Static>
  )
}
