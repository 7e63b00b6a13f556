import type { $ZodType } from 'zod/v4/core'
import { resetLinkStateSchema, resetPasswordSchema } from '#contract/accounts.ts'
import { ApiError, parseInput } from '#contract/errors.ts'
import { tokenPattern } from '#contract/newsletter.ts'
import { acceptInvitationSchema, invitationLinkResponseSchema } from '#contract/users.ts'
import { readFlash, setFlash } from '../http/flash.ts'
import { submitPlainForm, visitorMessage } from '../http/form.ts'
import type { CallName } from '../upstream/calls.ts'
import { callForJson, messageOnlySchema } from '../upstream/client.ts'
import { isGone, isUnsupportedCall } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'
import { accountTexts } from './texts.ts'

const LOGIN_PAGE = '/admin/login'
const FOLLOWED = 'followed-link'

interface LinkForm {
  call: CallName
  stateCall: CallName
  schema: $ZodType<{ token: string }>
  page: string
  /** The value of `done` on the sign-in page. */
  done: string
  success: string
}

export const invitationForm: LinkForm = {
  call: 'acceptInvitation',
  stateCall: 'getInvitationLink',
  schema: acceptInvitationSchema,
  page: '/invitation',
  done: 'invitation',
  success: accountTexts.invitationAccepted,
}
export const resetForm: LinkForm = {
  call: 'resetPassword',
  stateCall: 'getResetLink',
  schema: resetPasswordSchema,
  page: '/admin/reset',
  done: 'password',
  success: accountTexts.passwordChanged,
}

export async function redeemAccountLink(form: LinkForm, request: Request, input: unknown): Promise<string> {
  const fields = parseInput(form.schema, input)
  if (!tokenPattern.test(fields.token)) throw new ApiError('gone', accountTexts.gone)
  const { data } = await callForJson(form.call, messageOnlySchema, {
    json: fields,
    clientAddress: clientAddressOf(request),
    failureMessage: accountTexts.failure,
  })
  return data.message ?? form.success
}

/** Following a link ends it, so its address is read before. */
async function getEmail(form: LinkForm, request: Request, { token = '' }: Record<string, string>) {
  if (!tokenPattern.test(token)) throw new ApiError('gone', accountTexts.gone)
  const { data } = await callForJson(form.stateCall, resetLinkStateSchema, {
    query: { token },
    clientAddress: clientAddressOf(request),
    failureMessage: accountTexts.failure,
  })
  return data.data.email
}

export const submitAccountLinkForm = (form: LinkForm, request: Request) =>
  submitPlainForm(request, {
    name: form.done,
    page: form.page,
    failureMessage: accountTexts.failure,
    allowCrossSite: true,
    secrets: ['token', 'password'],
    submit: async (values) => {
      const email = await getEmail(form, request, values)
      const message = await redeemAccountLink(form, request, values)
      await setFlash(FOLLOWED, LOGIN_PAGE, { values: { email } })
      return message
    },
    redirect: (ok, { token = '' }) =>
      ok ? `${LOGIN_PAGE}?done=${form.done}` : `${form.page}?${new URLSearchParams({ token })}`,
  })

/** The address of the account whose link was followed just now. */
export const readFollowed = async (): Promise<string | undefined> =>
  (await readFlash(FOLLOWED))?.values['email']

interface LinkFormState<Data> {
  token: string
  data: Data
  values: Record<string, string>
  errors: Record<string, string>
  error?: string
}

/** Null for an invalid link; a string when the upstream cannot check it now. */
async function getState<Data>(
  form: LinkForm,
  schema: $ZodType<{ data: Data }>,
  { token, clientAddress }: { token: unknown; clientAddress: string | undefined },
): Promise<LinkFormState<Data> | string | null> {
  if (typeof token !== 'string' || !tokenPattern.test(token)) return null
  try {
    // Sends the token in the query, because paths are logged.
    const { data } = await callForJson(form.stateCall, schema, { query: { token }, clientAddress })
    const { values = {}, fields = {}, error } = (await readFlash(form.done)) ?? {}
    const isShownBesideField = Object.keys(fields).length > 0
    return { token, data: data.data, values, errors: fields, ...(error && !isShownBesideField && { error }) }
  } catch (failure) {
    if (isUnsupportedCall(failure) || isGone(failure)) return null
    return visitorMessage(failure, accountTexts.failure)
  }
}

interface Visit {
  token: unknown
  clientAddress: string | undefined
}

export const getInvitationState = (visit: Visit) =>
  getState(invitationForm, invitationLinkResponseSchema, visit)

export const getResetState = (visit: Visit) => getState(resetForm, resetLinkStateSchema, visit)
