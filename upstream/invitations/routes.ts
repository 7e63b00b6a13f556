import { Hono } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { acceptInvitationSchema, invitationInputSchema } from '#contract/users.ts'
import { requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { createLink, findInvitation, invitationUrl, requireLink } from '../accounts/links.ts'
import { parseNewPassword } from '../accounts/password-strength.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { fingerprintOf, parseIdempotencyKey, runOnce } from '../http/idempotency.ts'
import { totalsOfOnePage } from '../http/pages.ts'
import { queue } from '../mail/outbox.ts'
import { acceptInvitation, deleteInvitation, listInvitations, saveInvitation } from './invite.ts'

const manage = requireAbility('manageUsers')

export const invitations = new Hono<AppEnv>()
  .get('/', manage, async (c) => {
    const data = { invitations: await listInvitations(c.var.db) }
    return c.json({ data, ...totalsOfOnePage(data.invitations.length) })
  })
  .post('/', manage, jsonBody(invitationInputSchema), async (c) => {
    const key = parseIdempotencyKey(c.req.header('idempotency-key'))
    const { mail, siteUrl } = c.var
    const input = c.req.valid('json')
    const created = await withWriteLockAs(c.var, async (trx, account) => {
      let replaced = false
      const id = await runOnce(trx, `invitations:${account.id}`, key, fingerprintOf(input), async () => {
        const saved = await saveInvitation(trx, account, input)
        replaced = saved.replaced
        if (mail) await queue(trx, [input.email], { kind: 'invitation', invitation_id: saved.id })
        return saved.id
      })
      const [invitation] = await listInvitations(trx, id)
      // A retry of a request whose invitation was accepted or revoked meanwhile.
      if (!invitation) throw new ApiError('gone', 'This invitation has ended. Please invite them again.')
      const token = await createLink(trx, { invitation_id: id }, Date.parse(invitation.expiresAt))
      return { ...invitation, link: invitationUrl(siteUrl, token), emailed: mail !== null, replaced }
    })
    mail?.wake()
    return c.json({ data: created }, 201)
  })
  .get('/link', async (c) => {
    const { email, role } = await requireLink(c, findInvitation, c.req.query('token') ?? '')
    return c.json({ data: { email, role } })
  })
  .post('/accept', jsonBody(acceptInvitationSchema), async (c) => {
    const { token, name, password } = c.req.valid('json')
    const { email } = await requireLink(c, findInvitation, token)
    const password_hash = await hashPassword(await parseNewPassword(password, [email, name]))
    await acceptInvitation(c.var.db, { token, name, password_hash })
    return c.json({ message: 'Your account is ready. You can sign in now.' }, 201)
  })
  .delete('/:id', manage, async (c) => {
    await deleteInvitation(c.var, c.req.param('id'))
    return c.json({ message: 'Invitation revoked' })
  })
