import { contentSecurityPolicy } from './content-security-policy.ts'
import { env, isSecureSite } from './env.ts'

export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...(isSecureSite && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
}

/** Uploaded images are also opened on their own. */
export const imagePolicy = "default-src 'none'; sandbox"

export const defaultPolicy = contentSecurityPolicy({
  scripts: env.NODE_ENV === 'development' ? ["'self'", "'unsafe-inline'", "'unsafe-eval'"] : ["'self'"],
})
