import { ApiError } from '#contract/errors.ts'
import { bodyLimits } from '#contract/limits.ts'
import { log } from '../log.ts'
import { isUpstreamFailure } from '../upstream/errors.ts'
import { mediaTypeOf, parseText, readBody } from './body.ts'
import { setFlash, type Flash } from './flash.ts'
import { seeOther } from './response.ts'
import { requireOwnForm } from '../auth/caller.ts'

/** True when a browser without script submitted a plain form and expects a page. */
export const isPlainForm = (request: Request) => mediaTypeOf(request) === 'application/x-www-form-urlencoded'

/** Percent-encoding takes three bytes for one, for example in texts that are not in Latin script. */
const MAX_FORM_BYTES = 3 * bodyLimits.contact

async function readFields(request: Request): Promise<Record<string, string>> {
  const bytes = await readBody(request, MAX_FORM_BYTES)
  const fields = parseText(bytes, (text) => new URLSearchParams(text), 'The form is not valid UTF-8.')
  return Object.fromEntries(fields)
}

export function visitorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || isUpstreamFailure(error)) log.error({ err: error }, 'form failed')
  return error instanceof ApiError ? error.message : fallback
}

interface PlainForm {
  name: string
  page: string | ((values: Record<string, string>) => string)
  failureMessage: string
  submit: (values: Record<string, string>) => Promise<string>
  redirect: (ok: boolean, values: Record<string, string>, fields: Record<string, string>) => string
  /** For forms authorized by a secret token: e-mail clients and pages without referrer send no Origin. */
  allowCrossSite?: boolean
  secrets?: readonly string[]
}

async function resultOf(form: PlainForm, values: Record<string, string>): Promise<Flash> {
  try {
    return { values: {}, message: await form.submit(values) }
  } catch (error) {
    const message = visitorMessage(error, form.failureMessage)
    const fields = error instanceof ApiError ? error.details.fields : undefined
    const shown = Object.entries(values).filter(([name]) => !form.secrets?.includes(name))
    return { values: Object.fromEntries(shown), fields, error: message }
  }
}

export async function submitPlainForm(request: Request, form: PlainForm): Promise<Response> {
  if (!isPlainForm(request))
    throw new ApiError('unsupported_type', 'The Content-Type must be application/x-www-form-urlencoded.')
  if (!form.allowCrossSite) requireOwnForm(request)
  const values = await readFields(request)
  const result = await resultOf(form, values)
  const page = typeof form.page === 'string' ? form.page : form.page(values)
  await setFlash(form.name, page, result)
  return seeOther(form.redirect(result.message !== undefined, values, result.fields ?? {}))
}
