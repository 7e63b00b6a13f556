export const STAFF_HOME = '/admin/dashboard'

/** Rebuilds the parsed URL, so that `//evil`, `/\evil` and control characters cannot lead to another site. */
export function returnPath(from: string | null | undefined, base: string): string {
  try {
    const { origin, pathname, search } = new URL(from ?? '', base)
    const isStaffPage = pathname.startsWith('/admin/') && !pathname.startsWith('/admin/login')
    return origin === new URL(base).origin && isStaffPage ? `${pathname}${search}` : STAFF_HOME
  } catch {
    return STAFF_HOME
  }
}
