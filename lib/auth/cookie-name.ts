import { env } from '../env.ts'

export const isSecureSite = env.SITE_URL.startsWith('https://')
export const sessionCookieName = `${isSecureSite ? '__Secure-' : ''}next-auth.session-token`
export const csrfCookieName = `${isSecureSite ? '__Host-' : ''}next-auth.csrf-token`
