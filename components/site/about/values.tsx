import { Flag } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/section-head.tsx'
import { values } from '#lib/content/about.ts'

export function Values() {
  return (
    <section aria-labelledby="values" className="frame section">
      <SectionHead id="values" signal="W" title="What we hold to" />
      <ul className="values">
        {values.map(({ name, signal, text }) => (
          <li key={name}>
            <Flag signal={signal} className="size-24 lg:size-32" />
            <h3 className="mt-6 text-head">{name}</h3>
            <p className="mt-3 max-w-[44ch] font-reading text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
