import { partialSeoSchema, toPartialSeo, type PartialSeo } from '#contract/seo.ts'
import { withoutOwnOrigin } from '../redirects/check.ts'

/** An absolute address of this site becomes a path, so that it is compared with that of the post. */
export function toCanonical(address: string, siteUrl: string): string {
  const path = withoutOwnOrigin(address, siteUrl)
  // Encoded letters may make it longer than an address may be.
  return path.length > address.length ? address : path
}

export const parseSeo = (stored: string): PartialSeo => partialSeoSchema.parse(JSON.parse(stored))

/** A canonical address of the post itself is not stored, because it would stay when the slug changes. */
export const withoutOwnCanonical = (seo: PartialSeo, ...slugs: string[]): PartialSeo =>
  toPartialSeo(slugs.some((slug) => seo.canonical === `/blog/${slug}`) ? { ...seo, canonical: '' } : seo)

export const serializeSeo = (seo: PartialSeo = {}, ...slugs: string[]): string =>
  JSON.stringify(withoutOwnCanonical(seo, ...slugs))

/** A share image counts as used, like an image in the text. */
export const withShareImage = (content: string, seo: PartialSeo | undefined): string =>
  seo?.image ? `${content}\n${seo.image}` : content
