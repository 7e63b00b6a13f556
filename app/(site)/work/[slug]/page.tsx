import { permanentRedirect } from 'next/navigation'
import { BackToWork, NextCaseStudy } from '#components/case-studies/case-study-article.tsx'
import { RenderedCaseStudy } from '#components/case-studies/rendered-case-study.tsx'
import { Closing } from '#components/site/closing.tsx'
import { FailedCaseStudyView, MissingCaseStudyView } from '#components/site/error-views.tsx'
import { JsonLd } from '#components/site/json-ld.tsx'
import { Static } from '#components/site/static.tsx'
import { postRefSchema } from '#contract/posts.ts'
import { reportPageFailure } from '#lib/blog/queries.ts'
import { caseStudyJsonLd, caseStudyMetadata } from '#lib/case-studies/metadata.ts'
import { getNextCaseStudy, getPublishedCaseStudy } from '#lib/case-studies/queries.ts'
import { caseStudyTexts } from '#lib/case-studies/texts.ts'
import type { Brand } from '#lib/metadata.ts'
import { setStatus } from '#lib/process-context.ts'
import { getSettings } from '#lib/settings/settings.ts'

interface Props {
  params: Promise<{ slug: string }>
}

async function load(slug: string) {
  try {
    return { study: await getPublishedCaseStudy(slug), failed: false }
  } catch (error) {
    reportPageFailure(error)
    return { study: null, failed: true }
  }
}

const errorMetadata = ({ name }: Brand, title: string) => ({
  title: `${title} | ${name}`,
  robots: { index: false },
})

export async function generateMetadata({ params }: Props) {
  const brand = await getSettings()
  try {
    const study = await getPublishedCaseStudy((await params).slug)
    return study ? caseStudyMetadata(brand, study) : errorMetadata(brand, caseStudyTexts.missing)
  } catch {
    return errorMetadata(brand, caseStudyTexts.failed)
  }
}

export default async function CaseStudyPage({ params }: Props) {
  const { slug } = await params
  const { study, failed } = await load(slug)
  if (!study) {
    if (failed) return <FailedCaseStudyView />
    setStatus(404)
    return <MissingCaseStudyView />
  }
  if (study.slug !== slug && postRefSchema.safeParse(study.slug).success)
    permanentRedirect(`/work/${study.slug}`)
  const next = await getNextCaseStudy(study)
  return (
    <>
      <Static>
        <JsonLd data={caseStudyJsonLd(await getSettings(), study)} />
        <BackToWork />
      </Static>
      <RenderedCaseStudy study={study} />
      <Static>
        {next && <NextCaseStudy study={next} />}
        <Closing
          hoist={{
            title: 'A problem like this one?',
            text: 'Two paragraphs are enough. A person who builds software answers within 24 hours.',
            href: '/contact',
            label: 'Contact us',
          }}
          fly={{
            title: 'Or one of another kind.',
            text: 'Apps, sites, search and marketing: what you get, with what, and how it goes.',
            href: '/services',
            label: 'See our services',
          }}
        />
      </Static>
    </>
  )
}
