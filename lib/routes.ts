import { toCaseKey } from '#contract/case-key.ts'
import { MAX_QUERY } from '#contract/limits.ts'

interface QueryParameters {
  /** Parameters with an empty result are dropped. */
  [name: string]: (value: string) => string
}

export interface PublicRoute {
  /** `[name]` matches one path segment. */
  path: string
  /** In canonical order; other parameters are dropped before rendering. */
  query: QueryParameters
  /** False when the response depends on cookies or the visitor. */
  cached: boolean
  /** Parameters with personal data or with too many values to cache. */
  uncachedQuery?: readonly string[]
  navigation?: string
  card?: { title: string; label: string }
  headers?: Record<string, string>
  /** True when scripts show content, so that they cannot wait for an action of the visitor. */
  needsScripts?: boolean
}

const text = (value: string) => value.replaceAll('\0', '').trim().slice(0, MAX_QUERY)
const lowerCaseText = (value: string) => text(value).toLowerCase()
const pageNumber = (value: string) => (/^[1-9]\d{0,5}$/.test(value) && value !== '1' ? value : '')

/** Headers of pages whose URL contains a secret. */
const secretUrlHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

const cached = { query: {}, cached: true }
const postFeed = { query: { category: lowerCaseText }, cached: true }

export const publicRoutes: readonly PublicRoute[] = [
  {
    ...cached,
    path: '/',
    navigation: 'Home',
    card: { title: 'We build the software your customers notice.', label: 'Software agency' },
  },
  {
    ...cached,
    path: '/about',
    navigation: 'About',
    card: { title: 'The people and the record behind the flags', label: 'About' },
  },
  {
    ...cached,
    path: '/services',
    navigation: 'Services',
    card: { title: 'Apps, web, search and marketing, from one team', label: 'Services' },
  },
  {
    path: '/blog',
    query: {
      search: text,
      category: lowerCaseText,
      tag: (value) => toCaseKey(text(value)),
      page: pageNumber,
    },
    cached: true,
    uncachedQuery: ['search'],
    navigation: 'Blog',
    card: { title: 'What we learn while building', label: 'Blog' },
  },
  {
    path: '/contact',
    query: { result: text },
    cached: true,
    uncachedQuery: ['result'],
    navigation: 'Contact',
    card: { title: 'Tell us what you want built', label: 'Contact' },
  },
  { ...cached, path: '/work', card: { title: 'Work, and what came of it', label: 'Case studies' } },
  { ...cached, path: '/blog/[slug].md' },
  { ...cached, path: '/blog/[slug]' },
  { ...cached, path: '/work/[slug]' },
  { path: '/authors/[slug]', query: { page: pageNumber }, cached: true },
  { ...cached, path: '/authors/[slug]/feed.xml' },
  {
    path: '/newsletter',
    query: { result: text },
    cached: false,
    card: { title: 'One letter a month', label: 'Newsletter' },
  },
  {
    path: '/newsletter/confirm',
    query: { token: text, done: text },
    cached: false,
    headers: secretUrlHeaders,
  },
  {
    path: '/newsletter/unsubscribe',
    query: { token: text, done: text },
    cached: false,
    headers: secretUrlHeaders,
  },
  { path: '/invitation', query: { token: text }, cached: false, headers: secretUrlHeaders },
  {
    path: '/preview/[token]',
    query: { note: text },
    cached: false,
    headers: secretUrlHeaders,
    needsScripts: true,
  },
  { ...postFeed, path: '/feed.xml' },
  { ...postFeed, path: '/atom.xml' },
  { ...postFeed, path: '/feed.json' },
  { ...cached, path: '/work/feed.xml' },
  { ...cached, path: '/work/atom.xml' },
  { ...cached, path: '/work/feed.json' },
  { ...cached, path: '/sitemap.xml' },
  { ...cached, path: '/sitemaps/[part]' },
  { ...cached, path: '/robots.txt' },
  { ...cached, path: '/llms.txt' },
  { ...cached, path: '/manifest.webmanifest' },
  { ...cached, path: '/og/[page]' },
  { ...cached, path: '/og/blog/[slug]' },
  { ...cached, path: '/og/work/[slug]' },
  { ...cached, path: '/og/authors/[slug]' },
  { ...cached, path: '/og/image/[name]' },
]

export const navigation = publicRoutes.flatMap(({ path, navigation: label }) =>
  label === undefined ? [] : [{ href: path, label }],
)

export const shareCards = new Map(
  publicRoutes.flatMap(({ path, card }) => (card ? [[path.slice(1) || 'home', card] as const] : [])),
)

const staticRoutes = new Map(
  publicRoutes.filter(({ path }) => !path.includes('[')).map((route) => [route.path, route]),
)
const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\[\w+\]/g, '[^/]+')}$`)
const dynamicRoutes = publicRoutes
  .filter(({ path }) => path.includes('['))
  .map((route) => ({ route, pattern: patternOf(route.path) }))

/** Feeds, images and other files have no layout and no Flight response. */
export const isFile = ({ path }: PublicRoute) => /\.|^\/(og|sitemaps)\//.test(path)

/** Unknown paths of files and well-known documents, which programs request, are a 404 instead of a redirect. */
export const isFilePath = (path: string) =>
  /\.[a-z0-9]{1,8}$/i.test(path) || path.startsWith('/.well-known/') || path.startsWith('/_next/')

export const findRoute = (path: string): PublicRoute | undefined =>
  staticRoutes.get(path) ?? dynamicRoutes.find(({ pattern }) => pattern.test(path))?.route
