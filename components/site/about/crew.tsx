import { Flag } from '#components/flags/flag.tsx'
import { SectionHead } from '#components/site/section-head.tsx'
import { team } from '#lib/content/team.ts'

export function Crew() {
  return (
    <section aria-labelledby="team" className="frame section">
      <SectionHead id="team" signal="T" title="Who you work with">
        <p className="mt-5 max-w-[44ch] font-reading text-muted">
          Six people lead the work. Each flies the two flags of their initials.
        </p>
      </SectionHead>
      <ul className="crew">
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
            <p className="mt-3 max-w-[38ch] font-reading text-muted">{bio}</p>
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
