import { Flag, Hoist } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/headings.tsx'
import { Quote } from '#components/site/quote.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { stats } from '#lib/content/company.ts'
import { services } from '#lib/content/services.ts'
import { homeTestimonials } from '#lib/content/testimonials.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { brandSignal } from '#lib/flags.ts'

type HeroProps = Pick<PublicSettings, 'name' | 'tagline' | 'address'>

export function Hero({ name, tagline, address: { city } }: HeroProps) {
  return (
    <div className="frame home-hero">
      <Hoist
        signal={brandSignal(name)}
        title={`The name ${name}, spelled in signal flags`}
        className="home-hero-hoist"
      />
      <h1 className="home-hero-title text-hero">{tagline}</h1>
      <div className="home-hero-text">
        <p className="max-w-[22em] font-reading text-lead">
          {name} is a software agency{city && ` in ${city}`}. We develop apps and websites, see that they are
          found, and advise on what to say once somebody looks.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/contact">Start a project</ButtonLink>
          <ButtonLink href="/services" variant="plain">
            See our services
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

export function Stats({ name }: { name: string }) {
  return (
    <ul aria-label={`${name} in figures`} className="stats">
      {stats.map(({ figure, label }) => (
        <li key={label} className="stat">
          <strong className="stat-figure">{figure}</strong> <span className="stat-label">{label}</span>
        </li>
      ))}
    </ul>
  )
}

export function ServiceIndex() {
  return (
    <section aria-labelledby="services" className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
      <SectionHead id="services" signal="S" title="Four things we do" className="lg:col-span-4">
        <p className="mt-5 max-w-[18.55em] font-reading text-muted">
          Most clients come for one and stay for a second. One team does all four, so nobody waits for the
          other agency.
        </p>
        <ButtonLink href="/services" variant="plain" className="mt-7">
          All services
        </ButtonLink>
      </SectionHead>
      <ul className="mt-12 lg:col-span-8 lg:mt-0">
        {services.map(({ anchor, shortName, signal, summary }) => (
          <li key={anchor} className="service-row">
            <Flag signal={signal} direction="fly" className="service-row-flags" />
            <div className="service-row-text">
              <h3 className="text-head">
                <SiteLink href={`/services#${anchor}`} className="stretched">
                  {shortName}
                </SiteLink>
              </h3>
              <p className="mt-2 max-w-[26.65em] xl:mt-1 font-reading text-muted">{summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Testimonials() {
  const [first, ...others] = homeTestimonials
  return (
    <section
      aria-labelledby="testimonials"
      className="frame section below-fold [--height:56rem] md:[--height:52rem] lg:[--height:47rem]"
    >
      <SectionHead id="testimonials" signal="C" title="What clients say" />
      <div className="mt-12 grid grid-cols-1 gap-x-8 gap-y-14 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <Quote {...first} large />
        </div>
        <div className="grid grid-cols-1 content-start gap-12 lg:col-span-4 lg:col-start-9 lg:pt-24">
          {others.map((testimonial) => (
            <Quote key={testimonial.name} {...testimonial} />
          ))}
        </div>
      </div>
    </section>
  )
}
