import { Picture } from '#components/case-studies/picture.tsx'
import { MainResult } from '#components/case-studies/result.tsx'
import { SectionHead } from '#components/site/headings.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { StandaloneLink } from '#components/ui/link.tsx'
import type { CaseStudySummary } from '#contract/case-studies.ts'

interface StudyProps {
  study: CaseStudySummary
}

function Story({ study: { client, title, summary, services, slug } }: StudyProps) {
  return (
    <>
      <h3 className="text-head">{title}</h3>
      <p className="mt-1 font-semibold">{client}</p>
      <p className="mt-4 max-w-[30.1em] font-reading">{summary}</p>
      <p className="mt-4 text-sm">{services.join(', ')}</p>
      <StandaloneLink href={`/work/${slug}`} className="mt-3">
        How it was done<span className="sr-only">: {title}</span>
      </StandaloneLink>
    </>
  )
}

function BesideText({ study }: StudyProps) {
  return (
    <article className="frame grid grid-cols-1 gap-x-8 gap-y-10 pt-12 pb-20 lg:grid-cols-12 lg:pb-28">
      <Picture study={study} sizes="(min-width: 64rem) 60vw, 92vw" className="lg:order-2 lg:col-span-8" />
      <div className="flex flex-col justify-end lg:col-span-4">
        <MainResult study={study} />
        <div className="mt-6">
          <Story study={study} />
        </div>
      </div>
    </article>
  )
}

function OnBlue({ study }: StudyProps) {
  return (
    <article className="bg-flag-blue text-on-blue">
      <div className="frame grid grid-cols-1 items-end gap-x-8 gap-y-10 py-16 lg:grid-cols-12 lg:py-24">
        <Picture study={study} sizes="(min-width: 64rem) 53vw, 92vw" className="lg:col-span-7" />
        <div className="lg:col-span-5">
          <MainResult study={study} />
          <div className="mt-6">
            <Story study={study} />
          </div>
        </div>
      </div>
    </article>
  )
}

function AboveText({ study }: StudyProps) {
  return (
    <article className="frame py-20 lg:py-28">
      <Picture study={study} sizes="92vw" />
      <div className="mt-10 grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <MainResult study={study} />
        </div>
        <div className="lg:col-span-6 lg:col-start-7">
          <Story study={study} />
        </div>
      </div>
    </article>
  )
}

const compositions = [BesideText, OnBlue, AboveText]

export function CaseStudies({ studies }: { studies: CaseStudySummary[] }) {
  if (studies.length === 0) return null
  return (
    <section
      aria-labelledby="work"
      className="below-fold [--height:168rem] md:[--height:186rem] lg:[--height:159rem]"
    >
      <div className="frame section pb-0">
        <SectionHead id="work" signal="W" title="Work, and what came of it" />
      </div>
      {studies.map((study, index) => {
        const Composition = compositions[index % compositions.length] ?? BesideText
        return <Composition key={study.id} study={study} />
      })}
      <p className="frame pb-4">
        <ButtonLink href="/work" variant="plain">
          All case studies
        </ButtonLink>
      </p>
    </section>
  )
}
