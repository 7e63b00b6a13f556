import { SectionHead } from '#components/site/section-head.tsx'
import { timeline } from '#lib/content/about.ts'

const first = timeline[0]?.year ?? 0

/** Years the line shows after the last event: it goes on. */
const AHEAD = 2
const span = Array.from(
  { length: (timeline.at(-1)?.year ?? first) - first + 1 + AHEAD },
  (_, index) => first + index,
)

/**
 * The years keep their distances: columns of a grid on a wide screen, heights on a narrow one. Position and length are data, so they
 * travel as style.
 */
export function Journey() {
  return (
    <section aria-labelledby="journey" className="frame section">
      <SectionHead id="journey" signal="J" title="The journey so far" />
      <div className="timeline">
        <div className="timeline-line" aria-hidden="true">
          {span.map((year) => (
            <span key={year} className="timeline-tick" />
          ))}
        </div>
        <ol className="contents">
          {timeline.map(({ year, title, text }, index) => {
            const next = timeline[index + 1]?.year ?? year + 1
            const place = { gridColumnStart: year - first + 1, '--years': next - year }
            return (
              <li key={year} className="timeline-event" style={place}>
                <p className="timeline-year">{year}</p>
                <h3 className="text-head">{title}</h3>
                <p className="mt-2 max-w-[30ch] font-reading text-muted">{text}</p>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}
