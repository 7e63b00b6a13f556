import { Flag } from '#components/flags/flag.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import type { CaseStudySummary } from '#contract/case-studies.ts'
import { Picture } from './picture.tsx'
import { MainResult } from './result.tsx'

const initials = (client: string) =>
  client
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 3)

function Title({ study: { title, client, slug } }: { study: CaseStudySummary }) {
  return (
    <>
      <h2 className="text-head">
        <SiteLink href={`/work/${slug}`} className="stretched work-link">
          {title}
        </SiteLink>
      </h2>
      <p className="mt-1 font-semibold">{client}</p>
    </>
  )
}

function Lead({ study }: { study: CaseStudySummary }) {
  return (
    <article className="work-lead drawing-field" data-drawing={study.drawing?.kind}>
      <div className="frame work-lead-columns">
        <MainResult study={study} />
        <div className="work-lead-text">
          <Title study={study} />
          <p className="mt-4 max-w-[30em] font-reading">{study.summary}</p>
        </div>
        <Picture study={study} sizes="(min-width: 64rem) 60vw, 92vw" className="work-lead-picture" />
      </div>
    </article>
  )
}

function Row({ study }: { study: CaseStudySummary }) {
  return (
    <article className="work-row">
      <Flag signal={initials(study.client)} className="work-row-flags" />
      <MainResult study={study} />
      <div className="work-row-text">
        <Title study={study} />
        <p className="mt-3 max-w-[30em] font-reading text-muted">{study.summary}</p>
        {study.services.length > 0 && <p className="mt-3 text-sm">{study.services.join(', ')}</p>}
      </div>
    </article>
  )
}

export function WorkList({ studies: [first, ...others] }: { studies: CaseStudySummary[] }) {
  if (!first)
    return (
      <div className="frame">
        <p className="border-t-2 border-ink py-16 text-head">
          No case studies yet. Ask us for references in your field.
        </p>
      </div>
    )
  return (
    <>
      <Lead study={first} />
      {others.length > 0 && (
        <div className="frame work-rows">
          {others.map((study) => (
            <Row key={study.id} study={study} />
          ))}
        </div>
      )}
    </>
  )
}
