import type { Db } from '../db/open.ts'
import { checkChains, type Link, type Problem } from './chains.ts'
import { findExistingPages, type ExistingPage } from './existing-pages.ts'
import { findMoved } from './former-slugs.ts'
import type { NewRedirect } from './store.ts'

interface Checked {
  problems: Map<string, Problem>
  retargets: { source: string; target: string }[]
}

const problemOfPage = (source: string, { path, title }: ExistingPage): Problem => ({
  field: 'from',
  message:
    path === source
      ? `“${title}” is at this address, and a page wins over a redirect.`
      : `This address redirects to “${path}” automatically.`,
})

export async function checkRedirects(
  db: Db,
  others: ReadonlyMap<string, Link>,
  added: NewRedirect[],
): Promise<Checked> {
  const links = new Map(others)
  for (const link of added) links.set(link.source, link)
  const { problems, retargets } = checkChains(links, added)
  const pages = await findExistingPages(
    db,
    added.map(({ source }) => source),
  )
  const moved = await findMoved(
    db,
    added.map(({ target }) => target),
  )
  for (const { source, target } of added) {
    const page = pages.get(source)
    const address = moved.get(target)
    if (page) problems.set(source, problemOfPage(source, page))
    else if (address) {
      const message = `“${address.from}” redirects to “${address.to}”. Enter that address instead.`
      problems.set(source, { field: 'to', message })
    }
  }
  return { problems, retargets: retargets.filter(({ source }) => !problems.has(source)) }
}

/** An absolute URL of this site, with http or https, becomes a path, so that loops are found. */
export function withoutOwnOrigin(target: string, siteUrl: string): string {
  const url = URL.canParse(target) ? new URL(target) : null
  if (!url || url.host !== new URL(siteUrl).host) return target
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.startsWith('//') ? target : path
}
