import { targetPath, type AutomaticKind } from './redirects.ts'

export interface SlugAddress {
  kind: AutomaticKind
  slug: string
}

const folders = new Map<string, AutomaticKind>([
  ['/blog/', 'post'],
  ['/work/', 'case study'],
  ['/authors/', 'author'],
])

const addresses: Record<AutomaticKind, (slug: string) => string> = {
  post: (slug) => `/blog/${slug}`,
  'case study': (slug) => `/work/${slug}`,
  author: (slug) => `/authors/${slug}`,
  category: (slug) => `/blog?${new URLSearchParams({ category: slug })}`,
  tag: (slug) => `/blog?${new URLSearchParams({ tag: slug })}`,
}

export const toAddress = ({ kind, slug }: SlugAddress): string => addresses[kind](slug)

const parse = (target: string) => new URL(target, 'http://own.invalid')

/** A post list can be filtered by both a category and a tag. */
export function parseSlugs(target: string): SlugAddress[] {
  const path = targetPath(target)
  if (path === '/blog') {
    const query = parse(target).searchParams
    return (['category', 'tag'] as const).flatMap((kind) => {
      const slug = query.getAll(kind).at(-1)?.trim().toLowerCase()
      return slug ? { kind, slug } : []
    })
  }
  for (const [folder, kind] of folders)
    if (path?.startsWith(folder)) return [{ kind, slug: path.slice(folder.length).toLowerCase() }]
  return []
}

export function replaceSlug(target: string, { kind, slug }: SlugAddress): string {
  if (kind !== 'category' && kind !== 'tag')
    return toAddress({ kind, slug }) + target.slice(target.search(/[?#]|$/))
  const { pathname, searchParams, hash } = parse(target)
  searchParams.set(kind, slug)
  return `${pathname}?${searchParams}${hash}`
}
