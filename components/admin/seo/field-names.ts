import type { SeoField } from '#contract/seo.ts'

export const seoFieldNames: [SeoField, string][] = [
  ['title', 'Search headline'],
  ['description', 'Search description'],
  ['canonical', 'Canonical address'],
  ['noindex', 'Hidden from search engines'],
  ['image', 'Share image'],
  ['shareTitle', 'Share headline'],
  ['shareDescription', 'Share description'],
]
