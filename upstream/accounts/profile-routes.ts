import { Hono, type Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { emailLinkSchema, passwordChangeSchema, profileUpdateSchema } from '#contract/profile.ts'
import { preferencesSchema } from '#contract/preferences.ts'
import { recordActivity } from '../activity/record.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { consume, rateLimitKey, type RateLimit } from '../http/rate-limit.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { etagOf } from '../http/version.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { requireAccount, withWriteLockAs } from './authenticate.ts'
import { changePassword } from './change-password.ts'
import { confirmPassword, requireSamePassword } from './confirm-password.ts'
import { cancelEmailChange, changeEmail, confirmEmailChange, requestEmailChange } from './email-change.ts'
import { parseNewPassword } from './password-strength.ts'
import { getProfile, updateProfile } from './profile.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import type { Account } from './tokens.ts'
import { limitImageForm, readImageForm } from '../http/image-form.ts'

const limitProfileBody = limitImageForm(bodyLimits.json)

const formFields = {
  texts: ['name', 'title', 'bio', 'email', 'password'],
  flags: [],
  json: ['links', 'photoX', 'photoY', 'removePhoto'],
  image: { field: 'photo', label: 'photo' },
}

const readProfileForm = (c: Context) => readImageForm(c, profileUpdateSchema, formFields)

const emailLimit: RateLimit = { name: 'email-change', points: 5, minutes: 60 }
const linkLimit: RateLimit = { name: 'email-link', points: 20, minutes: 10 }

type Variables = AppEnv['Variables'] & { account: Account }

async function sendProfile(c: Context, { db, mail, account }: Variables) {
  const profile = await getProfile(db, account, mail !== null)
  return c.json({ data: profile }, 200, { etag: etagOf(profile.version) })
}

/** A session is not enough, because the new address could be used to reset the password. Returns the hash that matched. */
async function checkEmailChange(variables: Variables, password: string | undefined) {
  const { account, db, mail, clientAddress } = variables
  if (!password)
    throw ApiError.forField('invalid', 'password', 'Enter your password to change the email address.')
  const hash = await confirmPassword(db, account, { field: 'password', password, clientAddress })
  if (mail)
    await consume(
      db,
      emailLimit,
      rateLimitKey(emailLimit, '', account.id),
      'You have requested several links.',
    )
  return hash
}

export const profile = new Hono<AppEnv>()
  .get('/profile', requireAccount, (c) => sendProfile(c, c.var))
  .put('/profile', requireAccount, limitProfileBody, async (c) => {
    const { account, database, mail } = c.var
    const { fields, image: photo } = await readProfileForm(c)
    const email = fields.email === account.email ? undefined : fields.email
    const confirmedHash = email === undefined ? '' : await checkEmailChange(c.var, fields.password)
    await withWriteLockAs(c.var, async (trx, account) => {
      const ifMatch = c.req.header('if-match')
      await updateProfile(trx, database.dialect, account, { fields, photo, ifMatch })
      if (fields.email === account.email) await cancelEmailChange(trx, account.id)
      if (email === undefined) return
      await requireSamePassword(trx, account, confirmedHash)
      if (mail) await requestEmailChange(trx, account.id, email)
      else await changeEmail(trx, account, email, false)
    })
    if (email !== undefined) mail?.wake()
    return sendProfile(c, c.var)
  })
  .put('/preferences', requireAccount, jsonBody(preferencesSchema), async (c) => {
    const { account, db } = c.var
    const { editorMode } = c.req.valid('json')
    await db.updateTable('accounts').set({ editor_mode: editorMode }).where('id', '=', account.id).execute()
    return c.json({ data: { editorMode } })
  })
  .post('/email', jsonBody(emailLinkSchema, bodyLimits.contact), async (c) => {
    const { db, mail, clientAddress } = c.var
    const key = rateLimitKey(linkLimit, clientAddress)
    await consume(db, linkLimit, key, 'You have tried several links.')
    const email = await withWriteLock(db, (trx) => confirmEmailChange(trx, c.req.valid('json').token))
    mail?.wake()
    return c.json({ data: { email }, message: `The email address of your account is now ${email}.` })
  })
  .put('/password', requireAccount, jsonBody(passwordChangeSchema), async (c) => {
    const { account, db, clientAddress } = c.var
    const { current, password } = c.req.valid('json')
    const attempt = { field: 'current', password: current, clientAddress }
    const currentHash = await confirmPassword(db, account, attempt)
    const judged = await parseNewPassword(password, [account.email, account.name])
    const ended = await changePassword(c.var, { currentHash, password: judged })
    return c.json({ data: { ended }, message: 'Your password is changed.' })
  })
  .get('/sessions', requireAccount, async (c) => {
    const data = await listSessions(c.var.db, c.var.account)
    return c.json({ data, ...totalsOfOnePage(data.length) })
  })
  .delete('/sessions', requireAccount, async (c) => {
    const { account, db } = c.var
    const { id, name } = account
    const object = { type: 'session', id, name: '' }
    const ended = await db.transaction().execute(async (trx) => {
      const sessions = await endOtherSessions(trx, account)
      if (sessions > 0) await recordActivity(trx, { id, name }, { kind: 'session.othersEnded', object })
      return sessions
    })
    return c.json({ data: { ended }, message: 'All other sessions are signed out.' })
  })
  .delete('/sessions/:id', requireAccount, async (c) => {
    const hasEnded = await endSession(c.var.db, c.var.account, { id: c.req.param('id') })
    if (!hasEnded) throw new ApiError('not_found', 'This session has ended already.')
    return c.json({ message: 'The session is signed out.' })
  })
