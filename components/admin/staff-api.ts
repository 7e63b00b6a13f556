/** Fired on `window` when the session is over, before the page is left: whoever holds unsaved text keeps it now. */
export const STAFF_ENDED = 'staff:ended'

/** The browser goes to sign in again and comes back. Never settled, so that nothing goes on with a page that is left. */
export function endSession(): Promise<never> {
  window.dispatchEvent(new Event(STAFF_ENDED))
  const from = `${window.location.pathname}${window.location.search}`
  window.location.assign(`/admin/login?${new URLSearchParams({ ended: '1', from })}`)
  return new Promise<never>(() => {})
}

/**
 * A call to our own `/api` with the signed-in session. A 401 ends the session here as well.
 */
export async function staffFetch(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' })
  return response.status === 401 ? endSession() : response
}
