import { pageMetadata } from '../metadata.ts'
import { site } from '../site.ts'
import { listHref, type ListState } from './list-href.ts'

/** Searches and thin tag pages are for visitors only; each page of the list is its own canonical address. */
export function listMetadata(state: ListState, total: number) {
  const { page = 1, search, tag } = state
  const subject = search ? `Search for “${search}”` : tag ? `Articles tagged “${tag}”` : 'Blog'
  const title = `${subject}${page > 1 ? `, page ${page}` : ''} | ${site.name}`
  const description = tag
    ? `What ${site.name} has written about ${tag}.`
    : `Articles by ${site.name} on architecture, mobile and web development, search, content and marketing strategy.`
  return pageMetadata({
    title,
    description: page > 1 ? `${description} Page ${page}.` : description,
    path: listHref(state),
    indexed: !search && (!tag || total >= 2),
  })
}
