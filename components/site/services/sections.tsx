import { Flag, Hoist } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/headings.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { additionalServices, processSteps, type Service } from '#lib/content/services.ts'

export function CoreService({ anchor, name, signal, description, features, technologies }: Service) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-name`} className="core-service">
      <Hoist signal={signal} title={`${signal} in signal flags`} className="core-service-hoist" />
      <div className="core-service-text">
        <h2 id={`${anchor}-name`} className="text-title">
          {name}
        </h2>
        <p className="mt-6 max-w-[27.8em] font-reading text-lead">{description}</p>
        <div className="mt-9 grid grid-cols-1 gap-8 md:grid-cols-[3fr_2fr]">
          <div>
            <h3 className="font-semibold text-muted">Features</h3>
            <ul className="ruled-list mt-2">
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className="font-semibold text-muted">Technologies</h3>
            <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 py-2 md:grid">
              {technologies.map((technology) => (
                <li key={technology}>{technology}</li>
              ))}
            </ul>
          </div>
        </div>
        <ButtonLink href="/contact" className="mt-9">
          Get Started<span className="sr-only"> with {name}</span>
        </ButtonLink>
      </div>
    </section>
  )
}

export function MoreServices() {
  return (
    <section aria-labelledby="additional" className="bg-wash">
      <div className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
        <SectionHead id="additional" signal="A" title="Also aboard" className="lg:col-span-4" />
        <ul className="mt-10 lg:col-span-8 lg:mt-0">
          {additionalServices.map(({ name, signal, description }) => (
            <li key={name} className="more-service">
              <Flag signal={signal} className="mt-1 size-9" />
              <h3 className="text-lead font-semibold">{name}</h3>
              <p className="more-service-text font-reading text-muted">{description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function Process() {
  return (
    <section aria-labelledby="process" className="frame section">
      <SectionHead id="process" signal="P" title="From first talk to open water">
        <p className="mt-5 max-w-[27.8em] font-reading text-muted">
          Four steps. Each flies the signal that a ship in its place would fly.
        </p>
      </SectionHead>
      <ol className="process">
        {processSteps.map(({ name, signal, meaning, time, description }) => (
          <li key={name} className="process-step">
            <Flag signal={signal} className="process-flag" />
            <p className="mt-3 text-sm text-muted">
              {signal}: “{meaning}”
            </p>
            <h3 className="mt-5 text-head">{name}</h3>
            <p className="font-semibold">{time}</p>
            <p className="mt-3 max-w-[25.5em] font-reading text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
