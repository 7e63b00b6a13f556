import type { SourcePost } from './source.ts'

interface Post {
  title: string
  siteTitle: string
  excerpt: string
  category: string
}

/** Variables like `%%title%%` of Yoast, and `%title%` or `%date(Y)%` of Rank Math. */
const variable = /%{1,2}([a-z]\w*)(?:\([^()%]*\))?%{1,2}/gi

function fillIn(template: string, post: Post): string | null {
  const values = new Map([
    ['title', post.title],
    ['sitename', post.siteTitle],
    ['excerpt', post.excerpt],
    ['excerpt_only', post.excerpt],
    ['category', post.category],
    ['primary_category', post.category],
    ['sep', '-'],
    ['page', ''],
  ])
  const names = [...template.matchAll(variable)].map(([, name = '']) => name.toLowerCase())
  if (names.some((name) => !values.has(name))) return null
  const text = template.replace(variable, (_match, name: string) => values.get(name.toLowerCase()) ?? '')
  return text.replace(/\s+/g, ' ').trim()
}

export function readSeo(meta: ReadonlyMap<string, string>, post: Post): Pick<SourcePost, 'seo' | 'problems'> {
  const problems: string[] = []
  const get = (...names: string[]) => names.map((name) => meta.get(name)?.trim()).find(Boolean) ?? ''
  const text = (label: string, ...names: string[]) => {
    const template = get(...names)
    const filled = fillIn(template, post)
    if (filled === null) problems.push(`${label} has variables, so it is left out: ${template.slice(0, 200)}`)
    return filled ?? ''
  }
  const seo = {
    title: text('The search headline', '_yoast_wpseo_title', 'rank_math_title'),
    description: text('The search description', '_yoast_wpseo_metadesc', 'rank_math_description'),
    canonical: get('_yoast_wpseo_canonical', 'rank_math_canonical_url'),
    noindex: get('_yoast_wpseo_meta-robots-noindex') === '1' || /"noindex"/.test(get('rank_math_robots')),
    image: get(
      ...['_yoast_wpseo_opengraph-image', '_yoast_wpseo_twitter-image'],
      ...['rank_math_facebook_image', 'rank_math_twitter_image'],
    ),
    shareTitle: text(
      'The share headline',
      ...['_yoast_wpseo_opengraph-title', '_yoast_wpseo_twitter-title'],
      ...['rank_math_facebook_title', 'rank_math_twitter_title'],
    ),
    shareDescription: text(
      'The share description',
      ...['_yoast_wpseo_opengraph-description', '_yoast_wpseo_twitter-description'],
      ...['rank_math_facebook_description', 'rank_math_twitter_description'],
    ),
  }
  return { seo, problems }
}
