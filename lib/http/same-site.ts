import { env } from '../env.ts'
import { RequestError } from './request-error.ts'

/**
 * For whatever a browser sends on its own (a form, a cookie): it has to come from one of our pages. Compared with
 * SITE_URL, because the request's own address names whatever host the caller likes.
 */
export function requireSameSite(request: Request) {
  if (request.headers.get('sec-fetch-site') === 'same-origin') return
  if (request.headers.get('origin') === new URL(env.SITE_URL).origin) return
  throw new RequestError(403, 'This form was sent from another site.')
}
