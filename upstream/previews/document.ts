import { loadCaseStudy } from '../case-studies/load.ts'
import type { Db } from '../db/open.ts'
import { loadFullPost, type FullPost } from '../posts/load.ts'
import { textOfCaseStudy, textOfPost, type ReviewedText } from '../reviews/text.ts'
import { loadChanged } from '../working-copies/load.ts'
import { findCopy } from '../working-copies/store.ts'
import { previewGone, type PreviewOwner, type PreviewRow } from './store.ts'

type Shown =
  | { state: 'post'; post: FullPost }
  | { state: 'caseStudy'; caseStudy: Awaited<ReturnType<typeof loadCaseStudy>> }
type Content = { state: 'published'; path: string } | Shown

export function ownerOf({ post_id, case_study_id }: PreviewRow): PreviewOwner {
  if (post_id !== null) return { post_id }
  if (case_study_id !== null) return { case_study_id }
  throw new Error('A preview belongs to nothing')
}

/** The post with its unpublished changes; null when the live post has none. */
async function loadPreviewedPost(db: Db, id: number): Promise<FullPost | null> {
  if (await findCopy(db, id)) return loadChanged(db, id, loadFullPost)
  const post = await loadFullPost(db, id)
  return post.published ? null : post
}

async function loadPostContent(db: Db, id: number): Promise<Content> {
  const { slug, removed } = await db
    .selectFrom('posts')
    .select(['slug', 'removed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(previewGone)
  if (removed === 1) throw previewGone()
  const post = await loadPreviewedPost(db, id)
  return post ? { state: 'post', post } : { state: 'published', path: `/blog/${slug}` }
}

async function loadCaseStudyContent(db: Db, id: number): Promise<Content> {
  const caseStudy = await loadCaseStudy(db, id)
  return caseStudy.published
    ? { state: 'published', path: `/work/${caseStudy.slug}` }
    : { state: 'caseStudy', caseStudy }
}

export const loadContent = (db: Db, owner: PreviewOwner): Promise<Content> =>
  'post_id' in owner ? loadPostContent(db, owner.post_id) : loadCaseStudyContent(db, owner.case_study_id)

/** Hashes the content that is shown, which may have changed since it was read. */
export const textOf = (content: Shown): ReviewedText =>
  content.state === 'post' ? textOfPost(content.post) : textOfCaseStudy(content.caseStudy)
