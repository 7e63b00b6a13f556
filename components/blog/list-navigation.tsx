'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { createContext, use, useLayoutEffect, useRef, useTransition, type ReactNode } from 'react'
import { isPlainClick } from '#components/ui/link.tsx'

const Pending = createContext(false)

/** Navigates links and forms marked with `data-list` in place and then moves focus to the result summary. */
export function ListNavigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const area = useRef<HTMLDivElement>(null)
  const navigated = useRef<'page' | 'filter' | null>(null)
  const search = useSearchParams().get('search')
  const shownSearch = useRef(search)
  const hasTyped = useRef(false)

  // Layout effects, because a key that follows the new results must not meet the old focus.
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const navigate = (href: string, kind: 'page' | 'filter') => {
      navigated.current = kind
      hasTyped.current = false
      startTransition(() => router.push(href, { scroll: false }))
    }

    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-list]') : null
      const href = link?.getAttribute('href')
      if (!href || !isPlainClick(event)) return
      event.preventDefault()
      if (link?.getAttribute('data-list') !== 'page') {
        navigate(href, 'filter')
        return
      }
      navigate(href, 'page')
      const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
      scrollTo({ top: 0, behavior: reducedMotion ? 'auto' : 'smooth' })
    }
    const onSubmit = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement) || !event.target.hasAttribute('data-list')) return
      event.preventDefault()
      const query = new URLSearchParams()
      for (const [key, value] of new FormData(event.target))
        if (typeof value === 'string' && value.trim() !== '') query.set(key, value.trim())
      navigate(query.size > 0 ? `/blog?${query}` : '/blog', 'filter')
    }

    const onInput = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.type === 'search') hasTyped.current = true
    }
    const onPopState = () => (hasTyped.current = false)

    // Capture: runs before the click handler of LinkNavigation.
    element.addEventListener('click', onClick, true)
    element.addEventListener('submit', onSubmit)
    element.addEventListener('input', onInput)
    addEventListener('popstate', onPopState)
    return () => {
      element.removeEventListener('click', onClick, true)
      element.removeEventListener('submit', onSubmit)
      element.removeEventListener('input', onInput)
      removeEventListener('popstate', onPopState)
    }
  }, [router])

  useLayoutEffect(() => {
    if (shownSearch.current === search) return
    shownSearch.current = search
    // Text that was typed while the results loaded belongs to the next search.
    if (!hasTyped.current) area.current?.querySelector<HTMLFormElement>('form[data-list="search"]')?.reset()
  }, [search])

  useLayoutEffect(() => {
    const kind = navigated.current
    if (pending || !kind) return
    navigated.current = null
    if (hasTyped.current) return
    const summary = area.current?.querySelector<HTMLElement>('[data-list-summary]')
    // Changing the page scrolls to the top; focusing must not scroll elsewhere.
    const target = summary ?? document.getElementById('main')
    target?.focus({ preventScroll: kind === 'page' })
  }, [pending])

  return (
    <Pending value={pending}>
      <div ref={area}>{children}</div>
    </Pending>
  )
}

export function Results({ children }: { children: ReactNode }) {
  const pending = use(Pending)
  return <div aria-busy={pending}>{pending ? <CardPlaceholders /> : children}</div>
}

function CardPlaceholders() {
  return (
    <div className="post-grid" aria-hidden="true">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="placeholder-card">
          <div className="placeholder aspect-[16/10]" />
          <div className="placeholder mt-5 h-4 w-1/3" />
          <div className="placeholder mt-3 h-8 w-11/12" />
          <div className="placeholder mt-4 h-20" />
        </div>
      ))}
    </div>
  )
}
