import { zValidator } from '@hono/zod-validator'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { ApiError } from '#contract/errors.ts'
import { postListQuerySchema, tagListQuerySchema } from '#contract/posts.ts'
import { cleanText } from '#contract/text.ts'
import { optionalAccount, requireAccount, signInRequired } from '../accounts/authenticate.ts'
import type { Trx } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { consume, rateLimitKey, type RateLimit } from '../http/rate-limit.ts'
import { withWriteLock } from './counts.ts'
import { getAuthorId, listAuthors } from './authors.ts'
import { limitPostBody, newPostSchema, postChangeSchema, readPostRequest } from './input.ts'
import { listPosts } from './list.ts'
import { findPost, loadFullPost, loadPosts, postNotFound, type FullPost } from './load.ts'
import { findRelatedIds } from './related.ts'
import { findSuggestions } from './suggestions.ts'
import { deletePost, insertPost, updatePost, type PostRow } from './save.ts'
import { listTags, listTagsOfSearch } from './tags.ts'
import { countView } from './views.ts'

const listQuerySchema = postListQuerySchema.extend({
  include: z.literal('content').optional().catch(undefined),
})
const relatedQuerySchema = z.object({ limit: z.coerce.number().int().min(1).max(20).catch(3) })
const viewSchema = z.object({
  visitor: cleanText('Visitor', z.minLength(1, 'Visitor is required'), z.maxLength(200)),
})
/** Enough for an office behind one address. */
const viewLimit: RateLimit = { name: 'views', points: 120, minutes: 10 }

const etagOf = (version: number) => `"v${version}"`

const sendPost = (c: Context, post: FullPost, status: 200 | 201 = 200) =>
  c.json({ data: post }, status, { etag: etagOf(post.version) })

async function getPostForWrite(trx: Trx, id: number, ifMatch = '*'): Promise<PostRow> {
  const post = await trx.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!post) throw postNotFound()
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags.includes('*') || tags.includes(etagOf(post.version))) return post
  const editor = await trx
    .selectFrom('authors')
    .select('name')
    .where('id', '=', post.updated_by)
    .executeTakeFirst()
  const updatedAt = new Date(post.updated_at).toISOString()
  throw new ApiError(
    'precondition_failed',
    'This post was edited by someone else. Reload it to see the latest version.',
    {
      stored: { version: post.version, updatedAt, updatedBy: editor?.name ?? null },
      headers: { etag: etagOf(post.version) },
    },
  )
}

export const posts = new Hono<AppEnv>()
  .get('/blogs', optionalAccount, zValidator('query', listQuerySchema), async (c) => {
    const { account, database } = c.var
    const query = c.req.valid('query')
    if (!account && (query.status === 'all' || query.status === 'draft')) throw signInRequired()
    const { blogs, total, limit } = await listPosts(database, query, account !== null)
    const suggestions =
      query.search && total === 0 && !account ? await findSuggestions(database, query.search) : undefined
    const totalPages = Math.ceil(total / limit)
    return c.json({ data: { blogs }, total, totalPages, filtered: true, sorted: true, suggestions })
  })
  .post('/blogs', requireAccount, limitPostBody, async (c) => {
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const { fields, cover } = await readPostRequest(c, newPostSchema)
    const { account, db, database } = c.var
    const { author, ...input } = fields
    const id = await withWriteLock(db, (trx) =>
      runOnce(trx, `posts:${account.id}`, key, async () => {
        const editorId = account.authorId
        const authorId = author === undefined ? editorId : await getAuthorId(trx, author)
        const post = { ...input, authorId, editorId, createdAt: Date.now(), cover }
        return String(await insertPost(trx, database.dialect, post))
      }),
    )
    return sendPost(c, await loadFullPost(db, Number(id)), 201)
  })
  .get('/blogs/:ref', optionalAccount, async (c) => {
    const { account, db } = c.var
    const { id } = await findPost(db, c.req.param('ref'), account !== null)
    return sendPost(c, await loadFullPost(db, id))
  })
  .put('/blogs/:ref', requireAccount, limitPostBody, async (c) => {
    const { account, db, database } = c.var
    const { id } = await findPost(db, c.req.param('ref'), true)
    const change = await readPostRequest(c, postChangeSchema)
    await withWriteLock(db, async (trx) => {
      const stored = await getPostForWrite(trx, id, c.req.header('if-match'))
      await updatePost(trx, database.dialect, stored, change, account.authorId)
    })
    return sendPost(c, await loadFullPost(db, id))
  })
  .delete('/blogs/:ref', requireAccount, async (c) => {
    const { db, database } = c.var
    const { id } = await findPost(db, c.req.param('ref'), true)
    await withWriteLock(db, async (trx) => {
      const stored = await getPostForWrite(trx, id, c.req.header('if-match'))
      await deletePost(trx, database.dialect, stored)
    })
    return c.json({ message: 'Blog post deleted' })
  })
  .get('/blogs/:ref/related', optionalAccount, zValidator('query', relatedQuerySchema), async (c) => {
    const { account, db } = c.var
    const { id } = await findPost(db, c.req.param('ref'), account !== null)
    const ids = await findRelatedIds(db, id, c.req.valid('query').limit)
    return c.json({ data: await loadPosts(db, ids) })
  })
  .post('/blogs/:ref/views', optionalAccount, jsonBody(viewSchema), async (c) => {
    const { db, clientAddress } = c.var
    const key = rateLimitKey(viewLimit, clientAddress)
    await consume(db, viewLimit, key, 'Too many views from this address.')
    const { id } = await findPost(db, c.req.param('ref'), false)
    return c.json({ data: { views: await countView(db, id, c.req.valid('json').visitor) } })
  })
  .get('/tags', optionalAccount, zValidator('query', tagListQuerySchema), async (c) => {
    const { db, database } = c.var
    const isStaff = c.var.account !== null
    const { search } = c.req.valid('query')
    const data = search ? await listTagsOfSearch(database, search, isStaff) : await listTags(db, isStaff)
    return c.json({ data, filtered: true })
  })
  .get('/authors', optionalAccount, async (c) => {
    return c.json({ data: await listAuthors(c.var.db, c.var.account !== null) })
  })
