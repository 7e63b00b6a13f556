import { cache } from 'react'
import {
  caseStudyListResponseSchema,
  caseStudyResponseSchema,
  FEATURED_CASE_STUDIES,
  type CaseStudy,
  type CaseStudySummary,
} from '#contract/case-studies.ts'
import { pageTags } from '#contract/changes.ts'
import { postRefSchema } from '#contract/posts.ts'
import { SAMPLE_CASE_STUDIES_AT, sampleCaseStudies } from '#contract/sample-case-studies/samples.ts'
import { listOrNone } from '../optional-list.ts'
import { dependsOn } from '../process-context.ts'
import { callIfSupported } from '../upstream/client.ts'

/** Pages that can be rendered without case studies wait at most this long for them. */
const OPTIONAL_TIMEOUT_MS = 3_000

const at = new Date(SAMPLE_CASE_STUDIES_AT).toISOString()

/** The fallback for an upstream without case studies. */
const samples: CaseStudy[] = sampleCaseStudies.map((study) => ({
  ...study,
  id: study.slug,
  cover: null,
  createdAt: at,
  publishedAt: at,
  updatedAt: at,
}))

// These calls send no credentials, so that they return only published case studies.

const readCaseStudies = cache(
  async (timeoutMs?: number, include?: 'content'): Promise<CaseStudySummary[]> => {
    dependsOn(pageTags.caseStudies)
    const options = { query: { include }, ...(timeoutMs !== undefined && { timeoutMs }) }
    const response = await callIfSupported('listCaseStudies', caseStudyListResponseSchema, options)
    return response ? response.data.caseStudies.filter(({ published }) => published) : samples
  },
)

export const getCaseStudies = () => readCaseStudies()

export const getCaseStudiesWithContent = () => readCaseStudies(undefined, 'content')

export const getCaseStudiesOrNone = () =>
  listOrNone('case studies', () => readCaseStudies(OPTIONAL_TIMEOUT_MS))

export const getFeaturedCaseStudies = async () =>
  (await getCaseStudiesOrNone()).slice(0, FEATURED_CASE_STUDIES)

const readCaseStudy = cache(async (slug: string): Promise<CaseStudy | null> => {
  dependsOn(pageTags.caseStudies)
  const response = await callIfSupported('getCaseStudy', caseStudyResponseSchema, { ref: slug })
  if (response) return response.data.published ? response.data : null
  return (await getCaseStudies()) === samples ? (samples.find((study) => study.slug === slug) ?? null) : null
})

export const getPublishedCaseStudy = async (slug: string): Promise<CaseStudy | null> =>
  postRefSchema.safeParse(slug).success ? readCaseStudy(slug) : null

/** Wraps around after the last case study; null when there is no other one. */
export async function getNextCaseStudy({ id }: CaseStudy): Promise<CaseStudySummary | null> {
  const studies = await getCaseStudiesOrNone()
  const index = studies.findIndex((study) => study.id === id)
  const next = studies[(index + 1) % studies.length]
  return next && next.id !== id ? next : null
}
