'use client'

import { useRouter } from 'next/navigation'
import { createContext, use, useEffect, useRef, useTransition, type ReactNode } from 'react'
import { isPlainClick } from './plain-click.ts'

const Pending = createContext(false)

/**
 * Makes the list's own links and its search form change the list in place: placeholders while it loads, and a smooth
 * scroll to the top when the page changes. Without script they are a link and a form.
 */
export function ListNavigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const area = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = area.current
    if (!element) return
    const go = (href: string) => startTransition(() => router.push(href, { scroll: false }))

    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[data-list]') : null
      const href = link?.getAttribute('href')
      if (!href || !isPlainClick(event)) return
      event.preventDefault()
      go(href)
      if (link?.getAttribute('data-list') !== 'page') return
      // `auto` where motion is unwelcome: the style sheet cannot say so for a scroll that script asks for.
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
    }
    const onSubmit = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement) || !event.target.hasAttribute('data-list')) return
      event.preventDefault()
      const query = new URLSearchParams()
      for (const [key, value] of new FormData(event.target))
        if (typeof value === 'string' && value.trim() !== '') query.set(key, value.trim())
      go(query.size > 0 ? `/blog?${query}` : '/blog')
    }

    // Capture: before the link's own navigation.
    element.addEventListener('click', onClick, true)
    element.addEventListener('submit', onSubmit)
    return () => {
      element.removeEventListener('click', onClick, true)
      element.removeEventListener('submit', onSubmit)
    }
  }, [router])

  return (
    <Pending value={pending}>
      <div ref={area}>{children}</div>
    </Pending>
  )
}

/** The results, or placeholders of their shape while others are on their way. */
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
