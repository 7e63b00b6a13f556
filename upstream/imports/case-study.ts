import { fieldErrors } from '#contract/errors.ts'
import { serviceNames } from '#contract/services.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { findFreeSlug, takeSlug } from '../case-studies/slugs.ts'
import { insertCaseStudy } from '../case-studies/save.ts'
import { deleteMissingPaths } from '../changes/record.ts'
import type { DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { slugify } from '../posts/slugs.ts'
import { parseDate } from './dates.ts'
import { toList, toText, type Fields } from './fields.ts'
import { caseStudyIdOf, caseStudySchema, emptySource, toCaseStudyId, type SourcePost } from './source.ts'

/** The `type` in the front matter of an exported case study. */
export const CASE_STUDY = 'case-study'

const isService = (name: string) => serviceNames.some((service) => service === name)

export function readCaseStudy(path: string, fields: Fields, content: string): SourcePost {
  const services = toList(fields['services'], '\n').filter(isService)
  const slug = toText(fields['slug'])
  const { data = null, error } = caseStudySchema.safeParse({ results: [], ...fields, services })
  return {
    ...emptySource,
    sourceId: toCaseStudyId(toText(fields['id'])),
    path,
    title: toText(fields['title']),
    slug: slug === '' ? '' : slugify(slug),
    content,
    published: fields['published'] === true,
    createdAt: parseDate(toText(fields['date'])),
    publishedAt: parseDate(toText(fields['publishedAt'])),
    updatedAt: parseDate(toText(fields['updated'])),
    cover: toText(fields['cover']),
    coverAlt: toText(fields['coverAlt']),
    caseStudy: data,
    rejected: error ? (Object.values(fieldErrors(error))[0] ?? 'Invalid') : '',
  }
}

interface Write {
  trx: LockedTrx
  dialect: DialectName
  account: FreshAccount
}

interface Stored {
  slug: string
  content: string
  cover: string | undefined
  published: boolean
}

/** Keeps the id, so that importing again skips it and feeds know it. */
export async function importCaseStudy(
  write: Write,
  post: SourcePost,
  { slug, content, cover, published }: Stored,
): Promise<string[]> {
  if (!post.caseStudy) return []
  const { trx } = write
  const { client, summary, results, services, drawing, quote, formerSlugs } = post.caseStudy
  const { title, coverAlt } = post
  const now = Date.now()
  const createdAt = post.createdAt ?? now
  const wasPublic = post.published || post.publishedAt !== null
  const newSlug = slug || (await findFreeSlug(trx, post.slug || title))
  const fields = {
    ...{ title, client, summary, content, results, services, drawing, quote },
    ...{ coverAlt, published },
    coverMedia: cover,
    slug: newSlug,
  }
  const id = await insertCaseStudy(
    write,
    { fields, cover: null },
    {
      public_id: caseStudyIdOf(post.sourceId),
      created_at: createdAt,
      updated_at: Math.min(Math.max(post.updatedAt ?? createdAt, createdAt), now),
      published_at: wasPublic ? Math.min(post.publishedAt ?? createdAt, now) : null,
    },
  )
  for (const former of formerSlugs) {
    if ((await findFreeSlug(trx, former)) !== former) continue
    await takeSlug(trx, former, id)
    if (published) await deleteMissingPaths(trx, [`/work/${former}`])
  }
  if (['', newSlug].includes(post.slug)) return []
  return [`Its URL is /work/${newSlug}, because another case study has /work/${post.slug}.`]
}
