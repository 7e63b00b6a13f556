import { Hoist } from '#components/flags/hoist.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import type { Service } from '#lib/content/services.ts'

export function CoreService({ anchor, name, signal, description, features, technologies }: Service) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-name`} className="core-service">
      <Hoist signal={signal} title={`${signal} in signal flags`} className="core-service-hoist" />
      <div className="core-service-text">
        <h2 id={`${anchor}-name`} className="text-title">
          {name}
        </h2>
        <p className="mt-6 max-w-[48ch] font-reading text-lead">{description}</p>
        <div className="mt-9 grid gap-8 md:grid-cols-[3fr_2fr]">
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
