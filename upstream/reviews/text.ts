import { createHash } from 'node:crypto'
import type { CaseStudy } from '#contract/case-studies.ts'
import { toPartialSeo } from '#contract/seo.ts'
import { toCaseKey } from '#contract/case-key.ts'
import { loadCaseStudy } from '../case-studies/load.ts'
import type { Db } from '../db/open.ts'
import { loadFullPost, type FullPost } from '../posts/load.ts'
import type { PreviewOwner } from '../previews/store.ts'
import { listPresentTags } from '../revisions/restore.ts'
import { loadChanged } from '../working-copies/load.ts'
import { findCopy } from '../working-copies/store.ts'

/** The text that a review applies to. Tags are separate, because renaming one does not change the post. */
export interface ReviewedText {
  hash: string
  tags: string[]
}

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Excludes category, author and dates, which can change after an approval. */
export function textOfPost(post: FullPost): ReviewedText {
  const { title, slug, excerpt, content, coverImage, cover, seo = {} } = post
  const fields = { title, slug, excerpt, content, coverImage, alt: cover?.alt, seo: toPartialSeo(seo) }
  return { hash: hashOf(fields), tags: post.tags }
}

export function textOfCaseStudy(study: CaseStudy): ReviewedText {
  const { title, slug, client, summary, content, results, services, drawing, quote, cover } = study
  const image = cover && { alt: cover.alt, url: cover.sources.at(-1)?.url }
  const fields = { title, slug, client, summary, content, results, services, drawing, quote, image }
  return { hash: hashOf(fields), tags: [] }
}

export const revisionOf = ({ hash, tags }: ReviewedText): string => hashOf([hash, tags.map(toCaseKey)])

export async function readText(db: Db, owner: PreviewOwner): Promise<ReviewedText> {
  if ('case_study_id' in owner) return textOfCaseStudy(await loadCaseStudy(db, owner.case_study_id))
  const id = owner.post_id
  return textOfPost(
    (await findCopy(db, id)) ? await loadChanged(db, id, loadFullPost) : await loadFullPost(db, id),
  )
}

const hasSameTags = (a: string[], b: string[]) => a.map(toCaseKey).join('\n') === b.map(toCaseKey).join('\n')

/** Renamed or merged tags count as the same tags. */
export async function isSameText(db: Db, before: ReviewedText, now: ReviewedText): Promise<boolean> {
  if (before.hash !== now.hash) return false
  return hasSameTags(before.tags, now.tags) || hasSameTags(await listPresentTags(db, before.tags), now.tags)
}
