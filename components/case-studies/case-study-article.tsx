import type { ReactNode } from 'react'
import { Cover } from '#components/blog/cover.tsx'
import { Flag } from '#components/flags/flag.tsx'
import { SiteLink, StandaloneLink } from '#components/ui/link.tsx'
import type { CaseStudy, CaseStudySummary } from '#contract/case-studies.ts'
import { serviceHref } from '#lib/content/services.ts'
import { CaptionedDrawing } from './drawing.tsx'
import { MainResult, Result } from './result.tsx'

interface CaseStudyArticleProps {
  study: CaseStudy
  children: ReactNode
}

/** Also rendered in the browser, for previews of unsaved text. */
export function CaseStudyArticle({ study, children }: CaseStudyArticleProps) {
  const { title, client, summary, drawing, cover, quote } = study
  return (
    <article>
      <header className="frame study-head">
        <p className="study-client">{client}</p>
        <h1 className="text-hero">{title}</h1>
        <p className="study-summary font-reading text-lead">{summary}</p>
      </header>
      <Results results={study.results} />
      {drawing && (
        <div className="study-field drawing-field" data-drawing={drawing.kind}>
          <CaptionedDrawing drawing={drawing} className="frame" />
        </div>
      )}
      {cover && (
        <div className="frame study-cover">
          <Cover
            post={{ ...study, coverImage: null }}
            sizes="92vw"
            shape="aspect-[16/10] lg:aspect-[2/1]"
            priority={!drawing}
          />
        </div>
      )}
      <div className="frame study-columns">
        <Facts study={study} />
        <div className="min-w-0">{children}</div>
      </div>
      {quote && <StudyQuote quote={quote} />}
    </article>
  )
}

function Results({ results }: { results: CaseStudy['results'] }) {
  return (
    <ul aria-label="Results" className="frame study-results">
      {results.map((result) => (
        <li key={`${result.figure} ${result.label}`}>
          <Result result={result} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ study: { client, services } }: { study: CaseStudy }) {
  return (
    <dl className="study-facts">
      <div>
        <dt>Client</dt>
        <dd>{client}</dd>
      </div>
      {services.length > 0 && (
        <div>
          <dt>What we did</dt>
          {services.map((name) => (
            <dd key={name}>
              <ServiceLink name={name} />
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

function ServiceLink({ name }: { name: string }) {
  const href = serviceHref(name)
  if (href === undefined) return name
  return (
    <SiteLink href={href} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
      {name}
    </SiteLink>
  )
}

function StudyQuote({ quote: { text, name, role } }: { quote: NonNullable<CaseStudy['quote']> }) {
  return (
    <figure className="study-quote">
      <div className="frame">
        <Flag signal="C" className="study-quote-flag" />
        <blockquote>
          <p className="hanging-quote">“{text}”</p>
        </blockquote>
        <figcaption className="mt-8">
          <span className="block font-semibold">{name}</span>
          {role && <span className="text-muted">{role}</span>}
        </figcaption>
      </div>
    </figure>
  )
}

export function NextCaseStudy({ study }: { study: CaseStudySummary }) {
  return (
    <nav aria-label="Next case study" className="study-next no-print">
      <div className="frame">
        <p className="study-next-label">Next</p>
        <div className="study-next-text">
          <h2 className="text-title">
            <SiteLink href={`/work/${study.slug}`} className="stretched work-link">
              {study.title}
            </SiteLink>
          </h2>
          <MainResult study={study} />
        </div>
      </div>
    </nav>
  )
}

export const BackToWork = () => (
  <div className="frame pt-6">
    <StandaloneLink href="/work" className="no-print">
      All work
    </StandaloneLink>
  </div>
)
