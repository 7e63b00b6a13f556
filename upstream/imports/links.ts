import { createHeadingIds, decodeFragment } from '#contract/heading-ids.ts'
import { listHeadings } from '#contract/markdown-scan.ts'
import { isShortAddress, normalizePath } from '#contract/redirects.ts'
import type { Trx } from '../db/open.ts'
import { batchesOf } from '../db/parameters.ts'
import { hostOf, linkKey } from './addresses.ts'
import { isUploadedFile } from './files.ts'
import { mapLinks, pathOf } from './images.ts'
import { planColumn, studyIdColumn } from './plan.ts'
import { isCaseStudy, parseSourcePost } from './source.ts'

interface Link {
  path: string
  host: string
  search: string
  hash: string
}

function parseLink(text: string): Link | null {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const base = 'https://site.invalid'
  if ((!isPath && !/^(https?:)?\/\//i.test(text)) || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  const host = isPath ? '' : hostOf(url.href)
  const address = `${url.pathname}${url.search}`
  if (isShortAddress(address)) return { path: linkKey(address), host, search: '', hash: url.hash }
  const path = normalizePath(url.pathname)
  return path === null ? null : { path, host, search: url.search, hash: url.hash }
}

async function findPosts(trx: Trx, importId: string, paths: string[]) {
  const posts = new Map<string, { host: string; address: string; position: number }>()
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
      .leftJoin('case_studies', (join) => join.on('case_studies.public_id', '=', studyIdColumn))
      .select(['path', 'host', 'outcome', 'import_posts.slug as planned'])
      .select(['import_posts.position', 'import_posts.source_id'])
      .select((eb) => eb.fn.coalesce('posts.slug', 'case_studies.slug').as('current'))
      .select(planColumn.as('plan'))
      .where('import_addresses.import_id', '=', importId)
      .where('path', 'in', batch)
      .execute()
    for (const { path, host, outcome, current, planned, plan, position, source_id } of rows) {
      const slug = current ?? (outcome === null && plan === 'new' ? planned : '')
      const address = `${isCaseStudy(source_id) ? '/work' : '/blog'}/${slug}`
      if (slug !== '') posts.set(path, { host, address, position })
    }
  }
  return posts
}

async function headingFinder(trx: Trx, importId: string, position: number) {
  const { document } = await trx
    .selectFrom('import_posts')
    .select('document')
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  const ids = createHeadingIds()
  const { content, anchors } = parseSourcePost(document)
  for (const { text } of listHeadings(content)) ids.add(text)
  const idOf = new Map(anchors)
  return (fragment: string) => idOf.get(fragment) ?? ids.find(fragment)
}

interface Source {
  importId: string
  site: string
}

export async function moveLinks(
  trx: Trx,
  { importId, site }: Source,
  { content, canonical }: { content: string; canonical: string },
): Promise<{ content: string; canonical: string }> {
  const paths = new Set<string>()
  const withFragment = new Set<string>()
  const collect = (url: string) => {
    const { path = '', hash = '' } = parseLink(url) ?? {}
    for (const key of [path, linkKey(path)]) {
      paths.add(key)
      if (hash !== '') withFragment.add(key)
    }
    return undefined
  }
  mapLinks(content, collect)
  collect(canonical)
  const posts = await findPosts(trx, importId, [...paths])
  const headings = new Map<number, (fragment: string) => string | undefined>()
  for (const path of withFragment) {
    const { position } = posts.get(path) ?? {}
    if (position !== undefined && !headings.has(position))
      headings.set(position, await headingFinder(trx, importId, position))
  }
  const move = (url: string): string | undefined => {
    const link = parseLink(url)
    const isOnSite = ['', hostOf(site)].includes(link?.host ?? '')
    const post = link && (posts.get(link.path) ?? (isOnSite && posts.get(linkKey(link.path))))
    if (!post || !['', post.host, hostOf(site)].includes(link.host))
      return site !== '' && link?.host === '' && isUploadedFile(pathOf(url)) ? `${site}${url}` : undefined
    const id = link.hash === '' ? undefined : headings.get(post.position)?.(decodeFragment(link.hash))
    return `${post.address}${link.search}${id === undefined ? link.hash : `#${id}`}`
  }
  return {
    content: mapLinks(content, (url, isImage) => (isImage ? undefined : move(url))),
    canonical: move(canonical) ?? canonical,
  }
}
