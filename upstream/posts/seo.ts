import { partialSeoSchema, toPartialSeo, type PartialSeo } from '#contract/seo.ts'

export const parseSeo = (stored: string): PartialSeo => partialSeoSchema.parse(JSON.parse(stored))

export const serializeSeo = (seo: PartialSeo = {}): string => JSON.stringify(toPartialSeo(seo))

/** A share image counts as used, like an image in the text. */
export const withShareImage = (content: string, seo: PartialSeo | undefined): string =>
  seo?.image ? `${content}\n${seo.image}` : content
