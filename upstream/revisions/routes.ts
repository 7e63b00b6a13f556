import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { revisionChangeSchema, revisionListQuerySchema } from '#contract/revisions.ts'
import { toIso } from '#contract/time.ts'
import { NO_WORKING_COPY } from '#contract/working-copies.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { totalsOf } from '../http/pages.ts'
import { changeWithActivity } from '../posts/activity.ts'
import { findOwnPost, getPostForWrite } from '../posts/own-post.ts'
import { changeWithApproval } from '../reviews/required.ts'
import { sendPost } from '../posts/send.ts'
import { findSchedule } from '../schedule/store.ts'
import { findCopy } from '../working-copies/store.ts'
import { restoreToCopy, withdrawCopy } from '../working-copies/restore.ts'
import { isCopyRevision, listRevisions, loadRevision, revisionNotFound } from './load.ts'
import { restoreRevision } from './restore.ts'
import { findNewest } from './texts.ts'

const write = requireAbility('writePosts')

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw revisionNotFound()
  return Number(text)
}

export const revisions = new Hono<AppEnv>()
  .get('/blogs/:ref/revisions', write, zValidator('query', revisionListQuerySchema), async (c) => {
    const { account, db } = c.var
    const { page, limit, automatic } = c.req.valid('query')
    const { id, version, published } = await findOwnPost(db, account, c.req.param('ref'))
    const { revisions: data, total } = await listRevisions(db, id, {
      page,
      limit,
      withAutomatic: automatic === 'true',
    })
    const newest = (await findNewest(db, id, { ofPost: true }))?.number ?? null
    const copyVersion = (await findCopy(db, id))?.version ?? NO_WORKING_COPY
    return c.json({
      data,
      ...totalsOf(total, limit),
      newest,
      version,
      copyVersion,
      published: published === 1,
      publishAt: toIso((await findSchedule(db, id))?.publish_at ?? null),
    })
  })
  .get('/blogs/:ref/revisions/:number', write, async (c) => {
    const { account, db } = c.var
    const { id } = await findOwnPost(db, account, c.req.param('ref'))
    return c.json({ data: await loadRevision(db, id, parseNumber(c.req.param('number'))) })
  })
  .put('/blogs/:ref/revisions/:number', write, jsonBody(revisionChangeSchema), async (c) => {
    const { db } = c.var
    const number = parseNumber(c.req.param('number'))
    const { name } = c.req.valid('json')
    const id = await withWriteLockAs(c.var, async (trx, account) => {
      const post = await findOwnPost(trx, account, c.req.param('ref'))
      await trx
        .updateTable('post_revisions')
        .set({ name: name === '' ? null : name })
        .where('post_id', '=', post.id)
        .where('number', '=', number)
        .execute()
      return post.id
    })
    return c.json({ data: await loadRevision(db, id, number) })
  })
  .post('/blogs/:ref/revisions/:number/restore', write, async (c) => {
    const { account, db, database } = c.var
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const { id } = await findOwnPost(db, account, c.req.param('ref'))
    const number = parseNumber(c.req.param('number'))
    await withWriteLockAs(c.var, (trx, account) =>
      runOnce(trx, `restore:${account.id}:${id}`, key, fingerprintOf(number), async () => {
        const ifMatch = c.req.header('if-match')
        const post = await getPostForWrite(trx, account, id)
        const isCopy = await isCopyRevision(trx, id, number)
        if (isCopy && post.published === 1) {
          await restoreToCopy(trx, { stored: post, account, number, ifMatch })
          return String(id)
        }
        const stored = await getPostForWrite(trx, account, id, ifMatch)
        if (isCopy) await withdrawCopy(trx, stored)
        await changeWithApproval(trx, id, {}, () =>
          changeWithActivity(trx, account, id, () =>
            restoreRevision(trx, database.dialect, { stored, number, editorId: account.authorId }),
          ),
        )
        return String(id)
      }),
    )
    return sendPost(c, id)
  })
