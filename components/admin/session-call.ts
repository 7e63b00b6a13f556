/** A form to the session's own endpoint, with the token that proves it comes from a page of ours. */
export async function postSession(
  action: 'callback/credentials' | 'signout',
  fields: Record<string, string> = {},
): Promise<Response> {
  const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
  const body = new URLSearchParams({ ...fields, csrfToken: String(csrfToken) })
  return fetch(`/api/auth/${action}`, { method: 'POST', body })
}
