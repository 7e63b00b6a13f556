import type { CaseStudySummary } from '#contract/case-studies.ts'
import { renderFeedContent } from '../blog/feeds.ts'
import { stripInvalidXml } from '../blog/xml.ts'
import { FEED_SIZE, feedId, feedResponse, type FeedEntry, type FeedFormat } from '../feeds.ts'
import { absoluteUrl } from '../metadata.ts'
import { getSettings } from '../settings/settings.ts'
import { getCaseStudiesWithContent } from './queries.ts'

const publishedAt = (study: CaseStudySummary) => study.publishedAt ?? study.createdAt

const toEntry = async (study: CaseStudySummary, brand: string): Promise<FeedEntry> => ({
  id: feedId(study.feedId, absoluteUrl(`/work/${study.slug}`)),
  url: absoluteUrl(`/work/${study.slug}`),
  title: stripInvalidXml(`${study.title} for ${study.client}`),
  excerpt: stripInvalidXml(study.summary),
  html: await renderFeedContent(study.content, absoluteUrl(`/work/${study.slug}`)),
  author: brand,
  tags: study.services.map(stripInvalidXml),
  published: publishedAt(study),
  updated: study.updatedAt ?? study.createdAt,
})

export async function workFeedResponse(format: FeedFormat): Promise<Response> {
  const { name } = await getSettings()
  const studies = await getCaseStudiesWithContent()
  const newest = studies.toSorted((a, b) => publishedAt(b).localeCompare(publishedAt(a)))
  const entries = await Promise.all(newest.slice(0, FEED_SIZE).map((study) => toEntry(study, name)))
  const channel = {
    title: `${name} Work`,
    description: `Case studies by ${name}.`,
    path: '/work',
    feeds: '/work',
  }
  return feedResponse(format, channel, entries)
}
