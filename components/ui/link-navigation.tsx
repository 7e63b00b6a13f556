'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import { isPlainClick } from './link.tsx'

/** Feeds, images and downloads are not pages. */
const isPage = (href: string) => !/^\/(\/|api\/)|^[^?#]*\.\w+([?#]|$)/.test(href)

const shownPath = () => location.pathname + location.search

/** True after "Back" before hydration: the router would take the page in the document for the page of the new URL. */
function hasMovedSinceLoad() {
  const [entry] = performance.getEntriesByType('navigation')
  if (!entry) return false
  const loaded = new URL(entry.name)
  return loaded.pathname + loaded.search !== shownPath()
}

/** Navigates like a click on a link, which a page with unsaved text may stop. */
export function followLink(href: string) {
  const link = document.createElement('a')
  link.href = href
  document.body.append(link)
  link.click()
  link.remove()
}

/** Navigates in the browser when a link to a page of the site is clicked. Prefetching is not worth it: pages are small and cached. */
export function LinkNavigation() {
  const router = useRouter()
  const [pending, start] = useTransition()
  const clicked = useRef<Element>(null)
  const shown = useRef({ path: '', state: null as unknown })
  const pathname = usePathname()
  const query = useSearchParams()

  useEffect(() => {
    if (!pending) clicked.current?.removeAttribute('data-pending')
  }, [pending])

  useEffect(() => {
    if (hasMovedSinceLoad()) location.reload()
  }, [])

  useEffect(() => {
    shown.current = { path: shownPath(), state: history.state }
  }, [pathname, query])

  useEffect(() => {
    const onPopState = ({ state }: PopStateEvent) => {
      // For a fragment the browser adds an entry without the state of the router, which would ignore "Back" to it.
      if (state !== null) return
      if (shown.current.path === shownPath()) history.replaceState(shown.current.state, '')
      else location.reload()
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
      const href = link?.getAttribute('href')
      if (!link || !href || event.defaultPrevented || !isPlainClick(event) || !isPage(href)) return
      if (link.hasAttribute('target') || link.hasAttribute('download')) return
      event.preventDefault()
      clicked.current?.removeAttribute('data-pending')
      clicked.current = link
      link.setAttribute('data-pending', '')
      start(() => router.push(href))
    }
    document.addEventListener('click', onClick)
    addEventListener('popstate', onPopState)
    document.documentElement.dataset['hydrated'] = ''
    return () => {
      document.removeEventListener('click', onClick)
      removeEventListener('popstate', onPopState)
    }
  }, [router])

  return null
}
