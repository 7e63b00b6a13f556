import { Hono, type Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import {
  previewInputSchema,
  previewUnlockSchema,
  previewVisitSchema,
  type PreviewInput,
} from '#contract/previews.ts'
import { requireAbility, withWriteLockAs, type StaffEnv } from '../accounts/authenticate.ts'
import { hashPassword, passwordMatches } from '../accounts/passwords.ts'
import { recordActivity } from '../activity/record.ts'
import { findCaseStudy } from '../case-studies/load.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, keyReused, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { consume, rateLimitKey, refund, type RateLimit } from '../http/rate-limit.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { findPost } from '../posts/load.ts'
import { readReviews } from '../reviews/store.ts'
import { requireShareable } from './access.ts'
import { loadContent, ownerOf, textOf } from './document.ts'
import { createPass, isUnlocked, PASS_SECONDS } from './pass.ts'
import {
  countOpening,
  findByToken,
  findPreview,
  insertPreview,
  listPreviews,
  previewGone,
  previewUrl,
  setToken,
  type PreviewOwner,
} from './store.ts'

type StaffContext = Context<StaffEnv>

const addressLimit: RateLimit = { name: 'preview-address', points: 30, minutes: 15 }
const passwordLimit: RateLimit = { name: 'preview-password', points: 5, minutes: 15 }
const tooManyAttempts = 'Too many attempts.'

const write = requireAbility('writePosts')
const editContent = requireAbility('editContent')

const postOwner = async (db: Db, ref: string): Promise<PreviewOwner> => ({
  post_id: (await findPost(db, ref, true)).id,
})
const caseStudyOwner = async (db: Db, ref: string): Promise<PreviewOwner> => ({
  case_study_id: (await findCaseStudy(db, ref, true)).id,
})

async function sendList(c: StaffContext, owner: PreviewOwner) {
  const { account, db } = c.var
  await requireShareable(db, account, owner)
  const data = await listPreviews(db, owner)
  return c.json({ data, ...totalsOfOnePage(data.length) })
}

async function share(c: StaffContext, owner: PreviewOwner, { days, password }: PreviewInput) {
  const { account, db, siteUrl } = c.var
  const key = parseIdempotencyKey(c.req.header('idempotency-key'))
  await requireShareable(db, account, owner)
  const passwordHash = password === '' ? null : await hashPassword(password)
  // Without the password itself, which a stored hash without salt would reveal.
  const fingerprint = fingerprintOf(days, password !== '')
  const created = await withWriteLockAs(c.var, async (trx, account) => {
    const { type, id: objectId, name, removed } = await requireShareable(trx, account, owner)
    if (removed) throw new ApiError('conflict', 'Restore this post to share a preview of it.')
    const scope = `previews:${account.id}:${objectId}`
    const id = await runOnce(trx, scope, key, fingerprint, async () => {
      const saved = await insertPreview(trx, account, { owner, days, passwordHash })
      const object = { type, id: objectId, name }
      await recordActivity(trx, account, { kind: `${type}.previewShared`, object })
      return saved
    })
    const preview = (await listPreviews(trx, owner)).find((listed) => listed.id === id)
    // A retry of a request whose preview was revoked or has expired meanwhile.
    if (!preview) throw previewGone()
    const { password_hash } = await findPreview(trx, id)
    if (password_hash !== passwordHash && !(await passwordMatches(password_hash, password))) throw keyReused()
    return { ...preview, url: previewUrl(siteUrl, await setToken(trx, id)) }
  })
  return c.json({ data: created }, 201)
}

export const previews = new Hono<AppEnv>()
  .get('/blogs/:ref/previews', write, async (c) => sendList(c, await postOwner(c.var.db, c.req.param('ref'))))
  .post('/blogs/:ref/previews', write, jsonBody(previewInputSchema), async (c) =>
    share(c, await postOwner(c.var.db, c.req.param('ref')), c.req.valid('json')),
  )
  .get('/case-studies/:ref/previews', editContent, async (c) =>
    sendList(c, await caseStudyOwner(c.var.db, c.req.param('ref'))),
  )
  .post('/case-studies/:ref/previews', editContent, jsonBody(previewInputSchema), async (c) =>
    share(c, await caseStudyOwner(c.var.db, c.req.param('ref')), c.req.valid('json')),
  )
  .post('/previews/open', jsonBody(previewVisitSchema), async (c) => {
    const { db, logger } = c.var
    const { token, pass = '', returning } = c.req.valid('json')
    const preview = await findByToken(db, token)
    const content = await loadContent(db, ownerOf(preview))
    if (content.state === 'published') return c.json({ data: content })
    const { id, expires_at } = preview
    if (!isUnlocked(preview, pass)) return c.json({ data: { state: 'locked' } })
    // The preview is shown even when the database cannot be written.
    if (!returning)
      await countOpening(db, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'The opening of a preview was not counted'),
      )
    const review = await readReviews(db, ownerOf(preview), textOf(content))
    return c.json({ data: { ...content, review, expiresAt: new Date(expires_at).toISOString() } })
  })
  .post('/previews/unlock', jsonBody(previewUnlockSchema), async (c) => {
    const { db, clientAddress } = c.var
    const { token, password } = c.req.valid('json')
    const { id, password_hash } = await findByToken(db, token)
    const addressKey = rateLimitKey(addressLimit, clientAddress)
    const passwordKey = rateLimitKey(passwordLimit, clientAddress, id)
    await consume(db, addressLimit, addressKey, tooManyAttempts)
    await consume(db, passwordLimit, passwordKey, tooManyAttempts)
    if (password_hash === null || !(await passwordMatches(password_hash, password)))
      throw ApiError.forField('invalid', 'password', 'This password is not correct.')
    await refund(db, passwordKey)
    await refund(db, addressKey)
    return c.json({ data: { pass: createPass({ id, password_hash }), seconds: PASS_SECONDS } })
  })
  .delete('/previews/:id', write, async (c) => {
    await withWriteLockAs(c.var, async (trx, account) => {
      const preview = await findPreview(trx, c.req.param('id'))
      const { type, id, name } = await requireShareable(trx, account, ownerOf(preview))
      await trx.deleteFrom('previews').where('id', '=', preview.id).execute()
      await recordActivity(trx, account, { kind: `${type}.previewRevoked`, object: { type, id, name } })
    })
    return c.json({ message: 'Preview revoked' })
  })
