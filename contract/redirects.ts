import * as z from 'zod'
import { CSV_TOO_LARGE, fitsCsvLimit } from './csv.ts'
import { hostPattern, withoutQuery } from './http.ts'
import { count, limitUpTo, queryText, rowIdSchema } from './lists.ts'
import { isStorable } from './text.ts'

export const REDIRECTS_PER_PAGE = 30
export const MAX_REDIRECTS = 10_000
export const MAX_PATH_LENGTH = 300
export const LINK_CHECK_POSTS = 2_000
const MAX_TARGET_LENGTH = 1000
const MAX_BATCH = 500

const redirectStatuses = [301, 302, 410] as const

const keptEncoded = /[%/\\?#\s\p{C}]/gu

/** The short address that WordPress gives a post, which is an address of the home page here. */
export const isShortAddress = (address: string) => /^\/\?p=\d{1,10}$/.test(address)

/** Normalizes a path for storing and comparing: decoded and without a trailing slash. Null when it is malformed. */
export function normalizePath(path: string): string | null {
  if (isShortAddress(path)) return path
  try {
    const decoded = path
      .split('/')
      .map((segment) => decodeURIComponent(segment).normalize('NFC').replace(keptEncoded, encodeURIComponent))
      .join('/')
    return decoded.length > 1 && decoded.endsWith('/') ? decoded.slice(0, -1) : decoded
  } catch {
    return null
  }
}

const ownFolders = /^\/(?:admin|api|_next|og|sitemaps|figures|preview)(?:\/|$)/
const ownFiles =
  /^\/(?:favicon\.ico|icon\.svg|apple-icon\.png|(?:robots|llms)\.txt|manifest\.webmanifest|sitemap\.xml|(?:(?:work|authors\/[^/]+)\/)?feed\.xml|(?:work\/)?(?:atom\.xml|feed\.json))$/
const pages =
  /^\/(?:(?:about|services|blog|contact|work|invitation|error-page)?|newsletter(?:\/confirm|\/unsubscribe)?)$/

/** Paths that the site always handles itself; a redirect from one of them would never apply. */
export const isReservedPath = (path: string) =>
  ownFolders.test(path) || ownFiles.test(path) || pages.test(path)

function problemOfSource(text: string): string | undefined {
  if (text === '') return 'Path is required.'
  if (!text.startsWith('/')) return 'The path must start with /, for example /old-page.'
  if (isShortAddress(text)) return undefined
  if (/[?#]/.test(text)) return 'The path must not contain ? or #: a redirect applies with any query.'
  const path = normalizePath(text)
  if (path === null || !isPlainPath(path)) return 'This is not a valid path.'
  if (path.length > MAX_PATH_LENGTH) return `The path must be at most ${MAX_PATH_LENGTH} characters.`
  if (path === '/') return 'The home page cannot be redirected.'
  if (pages.test(path)) return 'This page exists, and a page wins over a redirect.'
  return isReservedPath(path) ? 'The site needs this address itself.' : undefined
}

const isPlainPath = (path: string) =>
  !path.includes('//') &&
  !path
    .split('/')
    .some((segment) => segment === '.' || segment === '..' || /%(?:5C|[01][0-9A-F]|7F)/.test(segment))

const from = z.string('Path is required.').transform((text, context) => {
  const trimmed = text.trim()
  const problem = problemOfSource(trimmed)
  if (problem === undefined) return normalizePath(trimmed) ?? ''
  context.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

const INVALID_TARGET = 'Enter a path such as /new-page, or an address that starts with https:// or http://.'

function parseTarget(text: string): string | null {
  if (/[\s\p{C}\\]/u.test(text) || !text.isWellFormed()) return null
  const isPath = text.startsWith('/') && !text.startsWith('//')
  if (!isPath && !/^https?:\/\//i.test(text)) return null
  const base = 'http://own.invalid'
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  if (!url || url.username !== '' || url.password !== '') return null
  if (!isPath) return url.href
  const path = `${url.pathname}${url.search}${url.hash}`
  // Removing dot segments may leave a double slash, which would name a host.
  return path.startsWith('//') ? null : path
}

const to = z.string('Target is required.').transform((text, context) => {
  const trimmed = text.trim()
  const target = trimmed === '' ? '' : parseTarget(trimmed)
  if (target !== null && target.length <= MAX_TARGET_LENGTH) return target
  const tooLong = `The target must be at most ${MAX_TARGET_LENGTH} characters.`
  context.addIssue({ code: 'custom', message: target === null ? INVALID_TARGET : tooLong })
  return z.NEVER
})

const status = z.literal(redirectStatuses, 'The status must be 301, 302 or 410.')

export const redirectInputSchema = z
  .object({ from, to: to.default(''), status: status.default(301) })
  .refine((input) => input.status === 410 || input.to !== '', {
    path: ['to'],
    message: 'Target is required.',
    // Runs even when the source is invalid, so that a form shows both errors.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export function targetPath(target: string): string | null {
  const address = target.split('#', 1).join('')
  if (isShortAddress(address)) return address
  return target.startsWith('/') ? normalizePath(withoutQuery(address)) : null
}

export const redirectListQuerySchema = z.object({
  id: rowIdSchema.optional().catch(undefined),
  search: queryText,
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: limitUpTo(100).catch(REDIRECTS_PER_PAGE).default(REDIRECTS_PER_PAGE),
})

const redirectSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  status: z.number(),
  hits: count,
  lastHitAt: z.iso.datetime().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  version: z.number().int().positive(),
  /** The page that visitors get at this address instead; only in lists. Its path differs for a former slug. */
  page: z.object({ path: z.string(), title: z.string() }).nullable().optional().catch(undefined),
  /** Created by an import for a post that is not public yet; only in lists. */
  waiting: z.boolean().optional().catch(undefined),
  /** The final address when `to` is a former slug; only in lists. */
  leadsTo: z.string().optional().catch(undefined),
})

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), total: count, totalPages: count })

export const redirectListResponseSchema = pageOf(redirectSchema)
export const redirectResponseSchema = z.object({
  data: redirectSchema,
  /** Paths that redirected to the new source and now redirect to its target. */
  retargeted: z.array(z.string()),
})
export const redirectDeletionResponseSchema = z.object({ data: z.object({ id: z.string() }) })

const automaticKind = z.enum(['post', 'case study', 'author', 'category', 'tag'])

export const automaticListResponseSchema = pageOf(
  z.object({
    from: z.string(),
    to: z.string(),
    kind: automaticKind,
    hits: count.default(0),
    lastHitAt: z.iso.datetime().nullable().default(null),
  }),
)

export const missingListResponseSchema = pageOf(
  z.object({
    path: z.string(),
    hits: count,
    /** The host of the last page that linked to it; empty when there was none. */
    referrer: z.string(),
    lastAt: z.iso.datetime(),
  }),
)

export const brokenListResponseSchema = pageOf(
  z.object({
    post: z.object({ id: z.string(), title: z.string() }),
    path: z.string(),
    foundAt: z.iso.datetime(),
  }),
)

export const redirectImportSchema = z.object({
  csv: z.string().refine(fitsCsvLimit, CSV_TOO_LARGE),
  dryRun: z.boolean().default(false),
})

const importLineSchema = z.object({
  line: count,
  from: z.string(),
  to: z.string(),
  status: z.string(),
  result: z.enum(['new', 'changed', 'unchanged', 'invalid']),
  message: z.string(),
})

export const redirectImportResponseSchema = z.object({
  data: z.object({
    dryRun: z.boolean(),
    new: count,
    changed: count,
    unchanged: count,
    invalid: count,
    retargeted: z.array(z.string()),
    lines: z.array(importLineSchema),
  }),
})

export const redirectMapResponseSchema = z.object({
  data: z.array(z.object({ id: z.string(), from: z.string(), to: z.string(), status })),
})

export const redirectHitsSchema = z.object({
  hits: z.array(z.object({ id: rowIdSchema, count: count.max(1_000_000) })).max(MAX_BATCH),
  automatic: z
    .array(
      z.object({
        kind: automaticKind,
        slug: z.string().min(1).max(MAX_PATH_LENGTH).refine(isStorable),
        count: count.max(1_000_000),
      }),
    )
    .max(MAX_BATCH)
    .default([]),
  missing: z
    .array(
      z.object({
        path: z.string().min(1).max(MAX_PATH_LENGTH).startsWith('/').refine(isStorable),
        referrer: z.string().regex(hostPattern).or(z.literal('')),
        /** True when it was opened in a browser or followed from a page; false for other programs. */
        linked: z.boolean(),
        count: count.max(1_000_000),
      }),
    )
    .max(MAX_BATCH),
})

export type Redirect = z.infer<typeof redirectSchema>
export type RedirectInput = z.infer<typeof redirectInputSchema>
export type RedirectListQuery = z.infer<typeof redirectListQuerySchema>
export type RedirectPage = z.infer<typeof redirectListResponseSchema>
export type AutomaticPage = z.infer<typeof automaticListResponseSchema>
export type AutomaticKind = z.infer<typeof automaticKind>
export type MissingPage = z.infer<typeof missingListResponseSchema>
export type BrokenPage = z.infer<typeof brokenListResponseSchema>
export type RedirectImport = z.infer<typeof redirectImportResponseSchema>['data']
export type ImportLine = RedirectImport['lines'][number]
export type RedirectMapEntry = z.infer<typeof redirectMapResponseSchema>['data'][number]
export type RedirectHits = z.infer<typeof redirectHitsSchema>
