import { Flag } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/section-head.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { services } from '#lib/content/services.ts'

export function ServiceIndex() {
  return (
    <section aria-labelledby="services" className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
      <SectionHead id="services" signal="S" title="Four things we do" className="lg:col-span-4">
        <p className="mt-5 max-w-[32ch] font-reading text-muted">
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
              <p className="mt-2 max-w-[46ch] xl:mt-1 font-reading text-muted">{summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
