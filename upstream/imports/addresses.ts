import { isShortAddress, redirectInputSchema } from '#contract/redirects.ts'
import type { SourcePost } from './source.ts'

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : '')

const MAX_ADDRESSES = 50
const SHOWN = 200

const { from: pathSchema } = redirectInputSchema.shape

/** The key of an address that only links use; it is no path, so it never redirects. */
export const linkKey = (address: string) => address.slice(1)

export function toRedirectPath(address: string): string {
  if (isShortAddress(address)) return address
  if (!URL.canParse(address)) return address.replace(/[?#].*/s, '')
  const { pathname, search } = new URL(address)
  return isShortAddress(`${pathname}${search}`) ? `${pathname}${search}` : pathname
}

export const noRedirect = (path: string, reason: string) =>
  `No redirect from ${path.slice(0, SHOWN)}: ${reason}`

/** Case studies redirect from their former slugs by themselves. */
function listStudyPaths({ caseStudy, slug, rejected }: SourcePost): string[] {
  if (!caseStudy || rejected !== '') return []
  return [slug, ...caseStudy.formerSlugs].slice(0, MAX_ADDRESSES).map((name) => `/work/${name}`)
}

/** The former addresses of a post, with their hosts by path. A path belongs to the first post of the file that has it. */
export function findAddresses(post: SourcePost, isKnown: (path: string) => boolean) {
  const addresses = new Map<string, string>()
  const problems: string[] = []
  const given = post.rejected === '' ? post.addresses : []
  if (given.length > MAX_ADDRESSES)
    problems.push(`Only the first ${MAX_ADDRESSES} of ${given.length} old addresses redirect.`)
  for (const address of given.slice(0, MAX_ADDRESSES)) {
    const written = toRedirectPath(address)
    if (written === '/' || written === '') continue
    const { data: path, error } = pathSchema.safeParse(written)
    if (path === undefined) problems.push(noRedirect(written, error?.issues[0]?.message ?? 'Invalid'))
    else if (!isKnown(path)) addresses.set(path, hostOf(address))
    else if (path !== `/blog/${post.slug}`)
      problems.push(noRedirect(path, 'Another post in the file has this address.'))
  }
  const short = toRedirectPath(post.shortLink)
  if (isShortAddress(short) && !isKnown(linkKey(short))) addresses.set(linkKey(short), hostOf(post.shortLink))
  for (const link of [post.fileLink, ...listStudyPaths(post)]) {
    const path = pathSchema.safeParse(link).data ?? ''
    if (path !== '' && !isKnown(linkKey(path))) addresses.set(linkKey(path), '')
  }
  return { addresses, problems }
}
