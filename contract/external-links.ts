import { z } from 'zod'
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
  /** The address after redirects; null when it is the same. */
  finalUrl: z.string().nullable(),
  problem: z.string(),
})
export type ExternalLink = z.infer<typeof externalLinkSchema>

export const externalLinksResponseSchema = z.object({ data: z.array(externalLinkSchema) })

export function listExternalLinks({ links }: Pick<ScannedText, 'links'>, siteUrl: string): string[] {
  const base = new URL('/blog/post', siteUrl)
  const urls = links.flatMap(({ url }) => (URL.canParse(url, base) ? [new URL(url, base)] : []))
  const external = urls.filter(({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== base.origin)
  return [...new Set(external.map(({ href }) => href))].filter((href) => href.length <= 2000)
}
