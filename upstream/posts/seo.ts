import { partialSeoSchema, toPartialSeo, type PartialSeo } from '#contract/seo.ts'

export const parseSeo = (stored: string): PartialSeo => partialSeoSchema.parse(JSON.parse(stored))

/** A canonical address of the post itself is not stored, because it would stay when the slug changes. */
export const serializeSeo = (seo: PartialSeo = {}, ...slugs: string[]): string =>
  JSON.stringify(
    toPartialSeo(slugs.some((slug) => seo.canonical === `/blog/${slug}`) ? { ...seo, canonical: '' } : seo),
  )

/** A share image counts as used, like an image in the text. */
export const withShareImage = (content: string, seo: PartialSeo | undefined): string =>
  seo?.image ? `${content}\n${seo.image}` : content
