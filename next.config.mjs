const page = (name) => ({ type: 'query', key: 'page', value: `(?<${name}>[1-9][0-9]{0,5})` })
const filled = (key) => ({ type: 'query', key, value: `(?<${key}>.*\\S.*)` })
/** A tag that can be a segment of a path: `CI/CD`, `C#` and `.NET` cannot. */
const plainTag = { type: 'query', key: 'tag', value: '(?<tag>(?=.*\\S)[^./%#\\\\][^/%#\\\\]*)' }

/**
 * The state of the blog list is its query, but a page that reads its query cannot be cached. The plain shapes are
 * therefore rewritten to routes with parameters; only a search, and a tag that no path can hold, is rendered for each request.
 */
const blogList = [
  { source: '/blog', has: [filled('search'), page('page')], destination: '/blog/-/search/:page' },
  { source: '/blog', has: [filled('search')], destination: '/blog/-/search/1' },
  { source: '/blog', has: [plainTag, page('page')], destination: '/blog/-/tag/:tag/:page' },
  { source: '/blog', has: [plainTag], destination: '/blog/-/tag/:tag/1' },
  { source: '/blog', has: [filled('tag'), page('page')], destination: '/blog/-/search/:page' },
  { source: '/blog', has: [filled('tag')], destination: '/blog/-/search/1' },
  { source: '/blog', has: [page('page')], destination: '/blog/-/page/:page' },
  { source: '/blog', destination: '/blog/-/page/1' },
]

/** Set by lib/http/error-views.ts when a page is missing or failed. */
const errorView = [{ type: 'header', key: 'x-error-view', value: '(?<view>[a-z-]+)' }]
const errorViews = ['/blog', '/blog/:slug'].map((source) => ({
  source,
  has: errorView,
  destination: '/blog/-/view/:view',
}))

const missingLink = {
  source: '/newsletter/:page(confirm|unsubscribe)',
  has: errorView,
  destination: '/newsletter/-/gone',
}

/** The contact page is static; with the result of a form sent without script it is not. */
const contactResult = {
  source: '/contact',
  has: [{ type: 'query', key: 'result' }],
  destination: '/contact/-/result',
}

/** Addresses that need the upstream have a parameter behind them, so that a build renders none of them. */
const feeds = [
  { source: '/feed.xml', destination: '/feeds/rss' },
  { source: '/atom.xml', destination: '/feeds/atom' },
  { source: '/feed.json', destination: '/feeds/json' },
  { source: '/sitemap.xml', destination: '/sitemaps/index' },
]

const contentSecurityPolicy = [
  "default-src 'self'",
  // React's development build evaluates code for its error overlay.
  `script-src 'self' 'unsafe-inline'${process.env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''}`,
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https:",
  "font-src 'self'",
  "connect-src 'self'",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/** For pages whose address is a secret that somebody was sent. */
const secretAddress = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex' },
]

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // Types are checked by `npm test`; a build on a server need not repeat it.
  typescript: { ignoreBuildErrors: true },
  cacheHandler: new URL('./lib/cache/page-cache.mjs', import.meta.url).pathname,
  cacheMaxMemorySize: 32 * 1024 * 1024,
  // How long shared caches may serve a page beyond its 60 seconds: not long, an unpublished post must go.
  expireTime: 120,
  images: { unoptimized: true },
  serverExternalPackages: ['@resvg/resvg-js'],
  experimental: { isrFlushToDisk: false },
  headers: async () => [
    // Headers of every answer are set by the server (lib/http/every-answer.ts).
    { source: '/newsletter/:page(confirm|unsubscribe)', headers: secretAddress },
    // Staff pages have a stricter one, made for each request by the middleware.
    {
      source: '/((?!admin(?:/|$)).*)',
      headers: [{ key: 'Content-Security-Policy', value: contentSecurityPolicy }],
    },
  ],
  redirects: async () => [
    { source: '/blog/-/:path*', destination: '/blog', permanent: false },
    { source: '/contact/-/:path*', destination: '/contact', permanent: false },
    { source: '/newsletter/-/:path*', destination: '/newsletter', permanent: false },
  ],
  rewrites: async () => ({
    beforeFiles: [...errorViews, missingLink, ...blogList, contactResult, ...feeds],
    afterFiles: [],
    fallback: [],
  }),
}
