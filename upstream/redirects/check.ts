import { targetPath } from '#contract/redirects.ts'
import type { Db } from '../db/open.ts'
import { checkChains, type Link, type Problem } from './chains.ts'
import { findExistingPages, type ExistingPage } from './existing-pages.ts'
import type { NewRedirect } from './store.ts'

interface Checked {
  /** By source. */
  problems: Map<string, Problem>
  retargets: { source: string; target: string }[]
}

function problemOfPage(
  { source, target }: NewRedirect,
  pages: Map<string, ExistingPage>,
): Problem | undefined {
  const page = pages.get(source)
  if (page) {
    const message =
      page.path === source
        ? `“${page.title}” is at this address, and a page wins over a redirect.`
        : `This address redirects to “${page.path}” by itself.`
    return { field: 'from', message }
  }
  const path = targetPath(target) ?? ''
  const moved = pages.get(path)
  if (!moved || moved.path === path) return undefined
  return { field: 'to', message: `“${path}” redirects to “${moved.path}”. Enter that address instead.` }
}

/** Checks new redirects against the pages of the site and all other redirects. */
export async function checkRedirects(
  db: Db,
  others: ReadonlyMap<string, Link>,
  added: NewRedirect[],
): Promise<Checked> {
  const links = new Map(others)
  for (const link of added) links.set(link.source, link)
  const { problems, retargets } = checkChains(links, added)
  const targets = added.flatMap(({ target }) => targetPath(target) ?? [])
  const pages = await findExistingPages(db, [...added.map(({ source }) => source), ...targets])
  for (const redirect of added) {
    const problem = problemOfPage(redirect, pages)
    if (problem) problems.set(redirect.source, problem)
  }
  return { problems, retargets: retargets.filter(({ source }) => !problems.has(source)) }
}

/** An absolute address of this site becomes a path, so that loops are found. */
export function withoutOwnOrigin(target: string, siteUrl: string): string {
  const url = URL.canParse(target) ? new URL(target) : null
  if (!url || url.origin !== new URL(siteUrl).origin) return target
  const path = `${url.pathname}${url.search}${url.hash}`
  return path.startsWith('//') ? target : path
}
