import { Flag } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/section-head.tsx'
import { additionalServices } from '#lib/content/services.ts'

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
