import { WorkList } from '#components/case-studies/work-list.tsx'
import { Closing } from '#components/site/closing.tsx'
import { FailedWorkView } from '#components/site/error-views.tsx'
import { PageHero } from '#components/site/headings.tsx'
import { Static } from '#components/site/static.tsx'
import type { CaseStudySummary } from '#contract/case-studies.ts'
import { reportPageFailure } from '#lib/blog/queries.ts'
import { workMetadata } from '#lib/case-studies/metadata.ts'
import { getCaseStudies } from '#lib/case-studies/queries.ts'
import { getSettings } from '#lib/settings/settings.ts'

export const generateMetadata = async () => workMetadata(await getSettings())

async function load(): Promise<CaseStudySummary[] | null> {
  try {
    return await getCaseStudies()
  } catch (error) {
    reportPageFailure(error)
    return null
  }
}

export default async function WorkPage() {
  const studies = await load()
  if (!studies) return <FailedWorkView />
  return (
    <Static>
      <PageHero signal="W" title="Work, and what came of it.">
        <p>
          A project is listed here once its client has figures, and not before. The figure comes first. Behind
          it is how we got there, with the parts that went wrong.
        </p>
      </PageHero>
      <WorkList studies={studies} />
      <WorkClosing />
    </Static>
  )
}

const WorkClosing = () => (
  <Closing
    hoist={{
      title: 'Which figure should move?',
      text: 'Tell us the one you already count. We will say whether software can move it.',
      href: '/contact',
      label: 'Contact us',
    }}
    fly={{
      title: 'Or read how we work.',
      text: 'Four services, four steps, and what each of them costs you in time.',
      href: '/services',
      label: 'See our services',
    }}
  />
)
