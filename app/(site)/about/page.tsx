import { Achievements } from '#components/site/about/achievements.tsx'
import { Crew } from '#components/site/about/crew.tsx'
import { Journey } from '#components/site/about/journey.tsx'
import { Purpose } from '#components/site/about/purpose.tsx'
import { Values } from '#components/site/about/values.tsx'
import { Closing } from '#components/site/closing.tsx'
import { PageHero } from '#components/site/page-hero.tsx'
import { story } from '#lib/content/about.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { site } from '#lib/site.ts'

export const metadata = pageMetadata({
  title: `About | ${site.name}`,
  description:
    'Founded in 2019 in Portland, Maine: the story of Halyard, what we hold to, and the six people who lead the work.',
  path: '/about',
})

export default function AboutPage() {
  return (
    <>
      <PageHero signal="A" title="Small enough to sit at one table.">
        {story.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </PageHero>
      <Journey />
      <Purpose />
      <Values />
      <Achievements />
      <Crew />
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
    </>
  )
}
