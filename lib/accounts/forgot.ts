import { forgotPasswordSchema, passwordHelpSchema } from '#contract/accounts.ts'
import { ApiError, parseInput } from '#contract/errors.ts'
import { readFlash } from '../http/flash.ts'
import { submitPlainForm } from '../http/form.ts'
import { callForJson, messageOnlySchema } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'
import { clientAddressOf } from '../upstream/forward.ts'
import { accountTexts } from './texts.ts'

const NAME = 'forgot'
const PAGE = '/admin/forgot'

/** The message is the same for an unknown address, so that the form does not reveal who has an account. */
export async function requestLink(request: Request, input: unknown): Promise<string> {
  try {
    const { data } = await callForJson('forgotPassword', messageOnlySchema, {
      json: parseInput(forgotPasswordSchema, input),
      clientAddress: clientAddressOf(request),
      failureMessage: accountTexts.failure,
    })
    return data.message ?? accountTexts.linkSent
  } catch (error) {
    if (isUnsupportedCall(error)) throw new ApiError('unavailable', accountTexts.noEmail)
    throw error
  }
}

export const submitForgotForm = (request: Request) =>
  submitPlainForm(request, {
    name: NAME,
    page: PAGE,
    failureMessage: accountTexts.failure,
    submit: (values) => requestLink(request, values),
    redirect: (ok) => (ok ? `${PAGE}?sent=1` : PAGE),
  })

/** False when only an owner can create a link; true when the upstream does not report it, because the form explains it then. */
async function sendsEmail(): Promise<boolean> {
  try {
    return (await callForJson('getPasswordHelp', passwordHelpSchema)).data.data.email
  } catch (error) {
    return !isUnsupportedCall(error)
  }
}

export const getForgotState = async () => ({
  sendsEmail: await sendsEmail(),
  flash: await readFlash(NAME),
})
