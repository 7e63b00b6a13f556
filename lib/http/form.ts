import { mediaTypeOf, readBody } from './body.ts'
import { RequestError } from './request-error.ts'
import { requireSameSite } from './same-site.ts'

/** Whether a browser sent a plain form, without script: it wants a page as its answer. */
export const isPlainForm = (request: Request) => mediaTypeOf(request) === 'application/x-www-form-urlencoded'

/** Fields of a plain form of ours, of at most `limit` bytes; of a repeated field the last one counts. */
export async function readForm(request: Request, limit: number): Promise<Record<string, string>> {
  requireSameSite(request)
  return readFields(request, limit)
}

/** The same of a form from anywhere, for what a secret in it allows. */
export async function readFields(request: Request, limit: number): Promise<Record<string, string>> {
  const bytes = await readBody(request, limit)
  try {
    return Object.fromEntries(new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    throw new RequestError(400, 'The form is not valid UTF-8.')
  }
}

/** After a plain form: to a page, read by GET, so that a reload does not send the form again. */
export const seeOther = (path: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store', ...headers } })
