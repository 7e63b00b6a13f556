interface PolicySources {
  scripts: readonly string[]
  images?: readonly string[]
}

/** Public pages use hashes of their inline scripts, and staff pages a nonce. */
export const contentSecurityPolicy = ({ scripts, images = [] }: PolicySources) =>
  [
    "default-src 'self'",
    `script-src ${scripts.join(' ')}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', 'https:', ...images].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
