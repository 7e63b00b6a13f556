import { postRefSchema } from '#lib/blog/schema.ts'
import { forReaders, type Call } from '../call.ts'
import type { Db } from '../db/open.ts'
import { Fault } from '../faults.ts'
import { publicIdPattern } from './slug.ts'
import { loadWholePosts, type WholePost } from './view.ts'

const missing = () => new Fault('not_found', 'Blog post not found')

export interface FoundPost {
  id: number
  published: number
}

/** A post by its id or by any slug it has or had; to who is not staff a draft does not exist. */
export async function findPost(call: Call, staff: boolean): Promise<FoundPost> {
  const ref = postRefSchema.safeParse(call.params.ref)
  const post = ref.success ? await postByRef(call.db, ref.data) : undefined
  if (!post || (post.published !== 1 && !staff)) throw missing()
  return post
}

function postByRef(db: Db, ref: string): Promise<FoundPost | undefined> {
  const posts = db.selectFrom('posts').select(['posts.id', 'posts.published'])
  if (publicIdPattern.test(ref)) return posts.where('public_id', '=', ref.toLowerCase()).executeTakeFirst()
  return posts
    .innerJoin('post_slugs', 'post_slugs.post_id', 'posts.id')
    .where('post_slugs.slug', '=', ref)
    .executeTakeFirst()
}

export async function wholePost(db: Db, id: number): Promise<WholePost> {
  const [post] = await loadWholePosts(db, [id])
  if (!post) throw missing()
  return post
}

export function postResponse(post: WholePost, status = 200): Response {
  return Response.json({ data: post }, { status, headers: { etag: `"v${post.version}"` } })
}

export const readPost = forReaders(async (call, account) => {
  const { id } = await findPost(call, account !== null)
  return postResponse(await wholePost(call.db, id))
})
