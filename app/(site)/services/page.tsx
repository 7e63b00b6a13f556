import { Closing } from '#components/site/closing.tsx'
import { PageHero } from '#components/site/headings.tsx'
import { Quote } from '#components/site/quote.tsx'
import { CoreService, MoreServices, Process } from '#components/site/services/sections.tsx'
import { Static } from '#components/site/static.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import { services } from '#lib/content/services.ts'
import { serviceTestimonials } from '#lib/content/testimonials.ts'
import { pageMetadata } from '#lib/metadata.ts'
import { getSettings } from '#lib/settings/settings.ts'

export async function generateMetadata() {
  const settings = await getSettings()
  return pageMetadata(settings, {
    title: `Services | ${settings.name}`,
    description:
      'Mobile app development, web development, SEO and digital marketing, marketing consultancy: what you get, with what, and how it goes.',
    path: '/services',
  })
}

export default async function ServicesPage() {
  const { name } = await getSettings()
  return (
    <Static>
      {/* Z: four colors that meet in one point, as the four services do. */}
      <PageHero signal="Z" title="Built, found and understood.">
        <p>
          An app nobody finds is a private joke, and a campaign for a slow site is an expensive one. So the
          people who build, the people who write and the people who count sit in one room.
        </p>
        <ul
          aria-label="Core services"
          className="flex flex-col font-display text-base sm:flex-row sm:flex-wrap sm:gap-x-7"
        >
          {services.map(({ anchor, name: service }) => (
            <li key={anchor}>
              <a href={`#${anchor}`} className="link inline-flex min-h-11 items-center font-semibold">
                {service}
              </a>
            </li>
          ))}
        </ul>
      </PageHero>
      <div className="frame">
        {services.map((service) => (
          <CoreService key={service.anchor} {...service} />
        ))}
        <p className="border-t-2 border-ink py-8">
          <StandaloneLink href="/work">See what came of it: our case studies</StandaloneLink>
        </p>
      </div>
      <MoreServices />
      <Process />
      <section
        aria-label="What clients say"
        className="frame grid gap-x-8 gap-y-14 pb-24 lg:grid-cols-12 lg:pb-32"
      >
        {serviceTestimonials.map((testimonial, index) => (
          <div
            key={testimonial.name}
            className={index === 0 ? 'lg:col-span-6' : 'lg:col-span-4 lg:col-start-8 lg:pt-28'}
          >
            <Quote {...testimonial} large={index === 0} />
          </div>
        ))}
      </section>
      <Closing
        hoist={{
          title: 'Which of these is yours?',
          text: 'You don’t need to know. Describe the problem, and we will say which of us you need and what it costs to find out.',
          href: '/contact',
          label: 'Start a project',
        }}
        fly={{
          title: 'Or see how we think.',
          text: 'The story, the values, and the people who would take your call.',
          href: '/about',
          label: `About ${name}`,
        }}
      />
    </Static>
  )
}
