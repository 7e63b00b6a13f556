import { Hoist } from '#components/flags/hoist.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { site } from '#lib/site.ts'

export function Hero() {
  return (
    <div className="frame home-hero">
      <h1 className="home-hero-title text-hero">{site.tagline}</h1>
      <div className="home-hero-text">
        <p className="max-w-[38ch] font-reading text-lead">
          Halyard is a software agency in Portland, Maine. We develop apps and websites, see that they are
          found, and advise on what to say once somebody looks.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/contact">Start a project</ButtonLink>
          <ButtonLink href="/services" variant="plain">
            See our services
          </ButtonLink>
        </p>
      </div>
      <Hoist
        signal={site.name}
        title={`The name ${site.name}, spelled in signal flags`}
        className="home-hero-hoist"
      />
    </div>
  )
}
