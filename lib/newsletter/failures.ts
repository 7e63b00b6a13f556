import { UpstreamRefusal } from '../upstream/errors.ts'
import { newsletterTexts } from './texts.ts'

/** A remote upstream that knows only section 7 has no newsletter; it answers that there is no such call. */
export function explained(error: unknown): unknown {
  const isUnknownCall = error instanceof UpstreamRefusal && (error.status === 404 || error.status === 405)
  return isUnknownCall ? new UpstreamRefusal(503, newsletterTexts.unavailable) : error
}
