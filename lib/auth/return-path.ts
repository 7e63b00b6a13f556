export const STAFF_HOME = '/admin/dashboard'

/**
 * Where to go after signing in: a path of ours under /admin, else the dashboard. An address is taken apart and written
 * anew, so that nothing that merely looks like a path (`//evil`, `/\evil`, control characters) gets through.
 */
export function returnPath(wanted: string | null | undefined, base: string): string {
  try {
    const url = new URL(wanted ?? '', base)
    const own = url.origin === new URL(base).origin
    const staff = url.pathname === '/admin' || url.pathname.startsWith('/admin/')
    const again = url.pathname === '/admin' || url.pathname.startsWith('/admin/login')
    return own && staff && !again ? `${url.pathname}${url.search}` : STAFF_HOME
  } catch {
    return STAFF_HOME
  }
}
