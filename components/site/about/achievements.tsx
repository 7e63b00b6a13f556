import { SectionHead } from '#components/site/section-head.tsx'
import { achievements } from '#lib/content/about.ts'

export function Achievements() {
  return (
    <section aria-labelledby="achievements" className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
      <SectionHead id="achievements" signal="A" title="Achievements" className="lg:col-span-5" />
      <ul className="mt-10 lg:col-span-7 lg:mt-0">
        {achievements.map(({ figure, text }) => (
          <li key={figure} className="achievement">
            <strong className="text-title tabular-nums">{figure}</strong>
            <span className="max-w-[34ch] font-reading text-lead">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
