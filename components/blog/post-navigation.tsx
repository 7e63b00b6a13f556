'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition, type ReactNode } from 'react'
import { isPlainClick } from './plain-click.ts'
import { PostPlaceholder } from './post-placeholder.tsx'

/**
 * Shows the shape of an article while the chosen one is on its way. Not by `loading.tsx`: behind one, an article would
 * come in a hidden part of its document that only script brings out.
 */
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
    // Capture: before the link's own navigation.
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
