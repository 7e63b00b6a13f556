import { CONTACT_LIMIT, readBody } from '../http/body.ts'
import { RequestError } from '../http/request-error.ts'

/** Refuses what is not the form that a mail service posts to the address in the header of an e-mail (RFC 8058). */
export async function requireOneClick(request: Request): Promise<void> {
  const bytes = await readBody(request, CONTACT_LIMIT)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (form?.get('List-Unsubscribe') === 'One-Click') return
  throw new RequestError(400, 'Send the form List-Unsubscribe=One-Click.')
}
