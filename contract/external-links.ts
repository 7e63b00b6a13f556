import * as z from 'zod'
import type { Target } from './markdown-scan.ts'
import type { ScannedText } from './post-checks.ts'

export const MAX_EXTERNAL_LINKS = 50
export const EXTERNAL_LINKS_PER_REQUEST = 5

export const externalLinksSchema = z.object({
  urls: z
    .array(z.url({ protocol: /^https?$/, error: 'Enter an http(s) address' }).max(2000))
    .min(1)
    .max(EXTERNAL_LINKS_PER_REQUEST),
})

const externalLinkSchema = z.object({
  url: z.string(),
  status: z.number().int().nullable(),
  /** The URL after redirects; null when it is the same. */
  finalUrl: z.string().nullable(),
  problem: z.string(),
})
export type ExternalLink = z.infer<typeof externalLinkSchema>

export const externalLinksResponseSchema = z.object({ data: z.array(externalLinkSchema) })

export function listExternalLinks({ links }: Pick<ScannedText, 'links'>, siteUrl: string): Target[] {
  const base = new URL('/blog/post', siteUrl)
  const external = new Map<string, Target>()
  for (const link of links) {
    const url = URL.canParse(link.url, base) ? new URL(link.url, base) : base
    const { href, origin, protocol } = url
    const isExternal = /^https?:$/.test(protocol) && origin !== base.origin && href.length <= 2000
    if (isExternal && !external.has(href)) external.set(href, { ...link, url: href })
  }
  return [...external.values()]
}
