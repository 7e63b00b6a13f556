import { pageTags } from '#contract/changes.ts'
import { recordChange } from '../changes/record.ts'
import type { DialectName, Trx } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { findUsers } from './uses.ts'

const MAX_POSTS = 200

export async function recordUsesChanged(
  { trx, dialect }: { trx: LockedTrx; dialect: DialectName },
  mediaId: string,
): Promise<void> {
  const { posts, caseStudies, authors, settings } = await findUsers(trx, mediaId)
  const shown = [...posts].filter(([, places]) => places.some((place) => place !== 'revision'))
  const ids = shown.map(([id]) => id)
  const tags =
    ids.length > MAX_POSTS
      ? [pageTags.all]
      : [
          ...(await listPostTags(trx, ids)),
          ...(await listAuthorTags(trx, [...authors.keys()])),
          ...(caseStudies.size > 0 ? [pageTags.caseStudies] : []),
          ...(settings ? [pageTags.settings] : []),
        ]
  if (tags.length > 0) await recordChange(trx, dialect, { tags, removes: false })
}

async function listPostTags(trx: Trx, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const posts = await trx
    .selectFrom('posts')
    .innerJoin('post_slugs', 'post_slugs.post_id', 'posts.id')
    .leftJoin('post_tags', 'post_tags.post_id', 'posts.id')
    .leftJoin('tags', 'tags.id', 'post_tags.tag_id')
    .select(['posts.public_id', 'post_slugs.slug', 'tags.name'])
    .where('posts.id', 'in', ids)
    .where('posts.published', '=', 1)
    .execute()
  if (posts.length === 0) return []
  return [
    pageTags.posts,
    ...posts.flatMap(({ public_id, slug }) => [pageTags.post(public_id), pageTags.post(slug)]),
    ...posts.flatMap(({ name }) => (name === null ? [] : [pageTags.related(name)])),
  ]
}

async function listAuthorTags(trx: Trx, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const authors = trx.selectFrom('authors').where('id', 'in', ids).where('published_count', '>', 0)
  const slugs = await authors.select('slug').execute()
  const former = await trx
    .selectFrom('author_slugs')
    .select('slug')
    .where('author_id', 'in', authors.select('id'))
    .execute()
  return [...slugs, ...former].map(({ slug }) => pageTags.author(slug))
}
