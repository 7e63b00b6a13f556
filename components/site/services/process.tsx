import { Flag } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/section-head.tsx'
import { processSteps } from '#lib/content/services.ts'

/** From step to step the flag is hoisted higher. */
export function Process() {
  return (
    <section aria-labelledby="process" className="frame section">
      <SectionHead id="process" signal="P" title="From first talk to open water">
        <p className="mt-5 max-w-[48ch] font-reading text-muted">
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
            <p className="mt-3 max-w-[44ch] font-reading text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
