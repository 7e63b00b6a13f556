import { isShortAddress, normalizePath } from '#contract/redirects.ts'
import type { Trx } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import { hostOf, linkKey } from './addresses.ts'
import { isUploadedFile } from './files.ts'
import { mapLinks, pathOf } from './images.ts'
import { planColumn } from './plan.ts'

interface Link {
  path: string
  host: string
  rest: string
}

function parseLink(text: string): Link | null {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const base = 'https://site.invalid'
  if ((!isPath && !/^(https?:)?\/\//i.test(text)) || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  const host = isPath ? '' : hostOf(url.href)
  const address = `${url.pathname}${url.search}`
  if (isShortAddress(address)) return { path: linkKey(address), host, rest: url.hash }
  const path = normalizePath(url.pathname)
  return path === null ? null : { path, host, rest: `${url.search}${url.hash}` }
}

async function findPosts(trx: Trx, importId: string, paths: string[]) {
  const posts = new Map<string, { host: string; slug: string }>()
  for (const batch of batchesOf(paths)) {
    const rows = await trx
      .selectFrom('import_addresses')
      .innerJoin('import_posts', (join) =>
        join
          .onRef('import_posts.import_id', '=', 'import_addresses.import_id')
          .onRef('import_posts.position', '=', 'import_addresses.position'),
      )
      .leftJoin('imported_posts', 'imported_posts.source_id', 'import_posts.source_id')
      .leftJoin('posts', 'posts.id', 'imported_posts.post_id')
      .select(['path', 'host', 'outcome', 'posts.slug as current', 'import_posts.slug as planned'])
      .select(planColumn.as('plan'))
      .where('import_addresses.import_id', '=', importId)
      .where('path', 'in', batch)
      .execute()
    for (const { path, host, outcome, current, planned, plan } of rows) {
      const slug = current ?? (outcome === null && plan === 'new' ? planned : '')
      if (slug !== '') posts.set(path, { host, slug })
    }
  }
  return posts
}

interface Source {
  importId: string
  /** The origin of the old site; empty when it is unknown. */
  site: string
}

export async function moveLinks(
  trx: Trx,
  { importId, site }: Source,
  { content, canonical }: { content: string; canonical: string },
): Promise<{ content: string; canonical: string }> {
  const paths = new Set<string>()
  const collect = (url: string) => {
    const path = parseLink(url)?.path ?? ''
    paths.add(path).add(linkKey(path))
    return undefined
  }
  mapLinks(content, collect)
  collect(canonical)
  const posts = await findPosts(trx, importId, [...paths])
  const move = (url: string): string | undefined => {
    const link = parseLink(url)
    const post = link && (posts.get(link.path) ?? (link.host === '' && posts.get(linkKey(link.path))))
    if (!post || !['', post.host, hostOf(site)].includes(link.host))
      return site !== '' && link?.host === '' && isUploadedFile(pathOf(url)) ? `${site}${url}` : undefined
    return `/blog/${post.slug}${link.rest}`
  }
  return {
    content: mapLinks(content, (url, isImage) => (isImage ? undefined : move(url))),
    canonical: move(canonical) ?? canonical,
  }
}
