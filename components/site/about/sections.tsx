import { Flag } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/headings.tsx'
import { achievements, mission, timeline, values, vision } from '#lib/content/company.ts'
import { team } from '#lib/content/team.ts'

const first = timeline[0]?.year ?? 0

const YEARS_AFTER_LAST_EVENT = 2
const span = Array.from(
  { length: (timeline.at(-1)?.year ?? first) - first + 1 + YEARS_AFTER_LAST_EVENT },
  (_, index) => first + index,
)

/** Grid columns (wide screens) and heights (narrow ones) show the distance in years, so they are inline styles. */
export function Journey() {
  return (
    <section aria-labelledby="journey" className="section overflow-x-clip">
      <div className="frame">
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
                  <p className="mt-2 max-w-[17.35em] font-reading text-muted">{text}</p>
                </li>
              )
            })}
          </ol>
        </div>
      </div>
    </section>
  )
}

export function Purpose() {
  return (
    <section aria-label="Vision and mission" className="purpose">
      <div className="purpose-vision">
        <h2 className="text-lead font-semibold">Vision</h2>
        <p className="mt-6 max-w-[14.4em] text-title">{vision}</p>
      </div>
      <div className="purpose-mission">
        <Flag signal="M" className="size-16" />
        <h2 className="mt-8 text-lead font-semibold">Mission</h2>
        <p className="mt-4 max-w-[20.85em] font-reading text-lead">{mission}</p>
      </div>
    </section>
  )
}

export function Values() {
  return (
    <section aria-labelledby="values" className="frame section">
      <SectionHead id="values" signal="W" title="What we hold to" />
      <ul className="values">
        {values.map(({ name, signal, text }) => (
          <li key={name}>
            <Flag signal={signal} className="size-24 lg:size-32" />
            <h3 className="mt-6 text-head">{name}</h3>
            <p className="mt-3 max-w-[25.5em] font-reading text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Achievements() {
  return (
    <section aria-labelledby="achievements" className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
      <SectionHead id="achievements" signal="A" title="Achievements" className="lg:col-span-5" />
      <ul className="mt-10 lg:col-span-7 lg:mt-0">
        {achievements.map(({ figure, text }) => (
          <li key={figure} className="achievement">
            <strong className="text-title tabular-nums">{figure}</strong>
            <span className="max-w-[19.7em] font-reading text-lead">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Team() {
  return (
    <section aria-labelledby="team" className="frame section">
      <SectionHead id="team" signal="T" title="Who you work with">
        <p className="mt-5 max-w-[25.5em] font-reading text-muted">
          Six people lead the work. Each flies the two flags of their initials.
        </p>
      </SectionHead>
      <ul className="team">
        {team.map(({ name, initials, role, bio, skills }) => (
          <li key={name}>
            <Flag
              signal={initials}
              gap={0}
              ratio={1.7}
              className="w-full max-w-80 outline-1 outline-line"
              title={`${name}’s initials in signal flags`}
            />
            <h3 className="mt-5 text-head">{name}</h3>
            <p className="font-semibold">{role}</p>
            <p className="mt-3 max-w-[22em] font-reading text-muted">{bio}</p>
            <ul aria-label={`Skills of ${name}`} className="mt-3 flex flex-wrap gap-x-4 text-sm">
              {skills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
