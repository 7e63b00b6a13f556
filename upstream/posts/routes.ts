import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'
import { postViewSchema } from '#contract/analytics.ts'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { limitUpTo } from '#contract/lists.ts'
import { postListQuerySchema } from '#contract/posts.ts'
import { optionalAccount, requireAbility, signInRequired, withWriteLockAs } from '../accounts/authenticate.ts'
import { viewLimit } from '../analytics/recorder.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import { limitDocumentBody } from '../http/image-form.ts'
import type { AppEnv } from '../http/env.ts'
import { totalsOf, totalsOfOnePage } from '../http/pages.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { requireChecks, scanForChecks } from '../post-checks/publishing.ts'
import { addApprovals } from '../reviews/list.ts'
import { changeWithApproval, requireApproval } from '../reviews/required.ts'
import { changeWithActivity, recordPostCreated } from './activity.ts'
import { getAuthorId, listAuthors } from './authors.ts'
import { newPostSchema, postChangeSchema, readPostRequest, type PostChange } from './input.ts'
import type { Filters } from './filters.ts'
import { listPosts } from './list.ts'
import { findPost, loadPosts, postNotFound } from './load.ts'
import { getPostForWrite } from './own-post.ts'
import { requireAuthorChoice } from './permissions.ts'
import { findRelatedIds } from './related.ts'
import { undoesUnpublishing } from './republish.ts'
import { findSuggestions } from './suggestions.ts'
import { insertPost, updatePost } from './save.ts'
import { sendPost } from './send.ts'
import { changeSchedule } from '../schedule/store.ts'
import { withStaffDetails } from '../working-copies/load.ts'

const listQuerySchema = postListQuerySchema.extend({
  include: z.literal('content').optional().catch(undefined),
})
const relatedQuerySchema = z.object({ limit: limitUpTo(20).catch(3) })
const tooManyViews = () =>
  new ApiError('too_many_requests', 'Too many views from this address. Please try again in 10 minutes.', {
    headers: { 'retry-after': String(viewLimit.minutes * 60) },
  })

const findViews = (db: Db, id: number) =>
  db.selectFrom('posts').select(['slug', 'views']).where('id', '=', id).executeTakeFirstOrThrow(postNotFound)

const write = requireAbility('writePosts')

function describe(filters: Filters | null) {
  const { tag, category } = filters ?? {}
  return {
    tag: tag?.name,
    category: category
      ? { slug: category.slug, name: category.name, description: category.description }
      : undefined,
  }
}

const checkedFields = ['title', 'content', 'excerpt', 'coverAlt', 'seo', 'removeCover', 'coverMedia'] as const

/** Tags, category and author of a live post can change regardless of the checks of its text. */
const changesChecked = ({ fields, cover }: PostChange) =>
  cover !== null || checkedFields.some((name) => fields[name] !== undefined)

export const posts = new Hono<AppEnv>()
  .get('/blogs', optionalAccount, zValidator('query', listQuerySchema), async (c) => {
    const { account, database } = c.var
    const query = c.req.valid('query')
    if (!account && query.status !== undefined && query.status !== 'published') throw signInRequired()
    const page = await listPosts(database, query, account)
    const { blogs: listed, total, limit, filters, partial } = page
    const blogs = account
      ? await addApprovals(database.db, await withStaffDetails(database.db, listed))
      : listed
    const suggestions =
      query.search && total === 0 && !account ? await findSuggestions(database, query.search) : undefined
    const supported = { filtered: true, sorted: true, trash: true, schedule: true }
    return c.json({
      data: { blogs },
      ...totalsOf(total, limit),
      ...(partial && { partial }),
      ...supported,
      ...describe(filters),
      suggestions,
    })
  })
  .post('/blogs', write, limitDocumentBody, async (c) => {
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const { fields, cover, digest } = await readPostRequest(c, newPostSchema)
    const fingerprint = fingerprintOf(fields, digest)
    const { db, database, siteUrl } = c.var
    const { author, ...input } = fields
    const isScheduled = Boolean(input.publishAt)
    const scanned = await scanForChecks(db, null, { ...input, isScheduled })
    const id = await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `posts:${account.id}`, key, fingerprint, async () => {
        const editorId = account.authorId
        const authorId = author === undefined ? editorId : await getAuthorId(trx, author)
        requireAuthorChoice(account, authorId)
        const post = { ...input, authorId, editorId, createdAt: Date.now(), cover }
        const created = await insertPost(trx, database.dialect, post)
        await changeSchedule(trx, account, created, input)
        await requireChecks(trx, created, siteUrl, { isScheduled, scanned })
        await requireApproval(trx, created, { isScheduled })
        await recordPostCreated(trx, account, created)
        return String(created)
      }),
    )
    return sendPost(c, Number(id), 201)
  })
  .get('/blogs/:ref', optionalAccount, async (c) => {
    const { account, db } = c.var
    const { id } = await findPost(db, c.req.param('ref'), account !== null)
    return sendPost(c, id)
  })
  .put('/blogs/:ref', write, limitDocumentBody, async (c) => {
    const { db, database, siteUrl } = c.var
    const { id } = await findPost(db, c.req.param('ref'), true)
    const change = await readPostRequest(c, postChangeSchema)
    const isScheduled = Boolean(change.fields.publishAt)
    const mayCheck = changesChecked(change) || isScheduled || change.fields.published === true
    const scanned = mayCheck ? await scanForChecks(db, id, { ...change.fields, isScheduled }) : null
    await withWriteLockAs(c.var, async (trx, account) => {
      const stored = await getPostForWrite(trx, account, id, c.req.header('if-match'))
      if (change.fields.author !== undefined)
        requireAuthorChoice(account, await getAuthorId(trx, change.fields.author))
      const isUndo = await undoesUnpublishing(trx, account, stored, change)
      const update = () =>
        changeWithActivity(trx, account, id, async () => {
          await updatePost(trx, database.dialect, stored, change, account.authorId)
          await changeSchedule(trx, account, id, change.fields)
        })
      if (isUndo) return update()
      await changeWithApproval(trx, id, { isScheduled }, update)
      if (stored.published === 0 || changesChecked(change))
        await requireChecks(trx, id, siteUrl, { isScheduled, scanned })
    })
    return sendPost(c, id)
  })
  .get('/blogs/:ref/related', optionalAccount, zValidator('query', relatedQuerySchema), async (c) => {
    const { account, db } = c.var
    const { id } = await findPost(db, c.req.param('ref'), account !== null)
    const ids = await findRelatedIds(db, id, c.req.valid('query').limit)
    return c.json({ data: await loadPosts(db, ids) })
  })
  .post('/blogs/:ref/views', optionalAccount, jsonBody(postViewSchema, bodyLimits.event), async (c) => {
    const { db, figures, clientAddress } = c.var
    if (!figures.acceptsView(clientAddress)) throw tooManyViews()
    const { id } = await findPost(db, c.req.param('ref'), false)
    const { visitor, ...origin } = c.req.valid('json')
    const { slug } = await findViews(db, id)
    const event = { ...origin, type: 'view' as const, path: `/blog/${slug}` }
    await figures.record({ visitor, route: '/blog/[slug]', event })
    const { views } = await findViews(db, id)
    return c.json({ data: { views } })
  })
  .get('/authors', optionalAccount, async (c) => {
    const data = await listAuthors(c.var.db, c.var.account !== null)
    return c.json({ data, ...totalsOfOnePage(data.length) })
  })
