'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition, type ReactNode } from 'react'
import { isPlainClick } from '#components/ui/link.tsx'

/** A loading.tsx would stream the article into a hidden element that is only revealed by script. */
export function PostNavigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const area = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = area.current
    if (!element) return
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/blog/"]') : null
      const href = link?.getAttribute('href')
      if (!href || !isPlainClick(event)) return
      event.preventDefault()
      startTransition(() => router.push(href))
    }
    element.addEventListener('click', onClick, true)
    return () => element.removeEventListener('click', onClick, true)
  }, [router])

  return (
    <div ref={area} aria-busy={pending}>
      {children}
      {pending && <PostPlaceholder />}
    </div>
  )
}

/** Covers the old page instead of replacing it, so that Back restores its scroll position. */
function PostPlaceholder() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-20 overflow-hidden bg-paper transition-opacity delay-150 starting:opacity-0"
    >
      <div className="frame pt-6">
        <span className="sr-only">Loading article</span>
        <div aria-hidden="true">
          <div className="placeholder h-11 w-32" />
          <div className="placeholder mt-5 h-12 max-w-208" />
          <div className="placeholder mt-3 h-12 w-1/2" />
          <div className="placeholder mt-8 h-6 w-64" />
          <div className="placeholder mt-9 h-[30vh] max-w-208" />
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="placeholder mt-5 h-5 max-w-measure" />
          ))}
        </div>
      </div>
    </div>
  )
}
