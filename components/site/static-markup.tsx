'use client'

import { useLayoutEffect, useRef, useState } from 'react'

const mounted = new Map<string, Element>()

/** The page cache replaces the marker in the document. When the router shows the page again, the DOM nodes are reused. */
export function StaticMarkup({ marker }: { marker: string }) {
  const element = useRef<HTMLDivElement>(null)
  const [source] = useState(() =>
    typeof document === 'undefined'
      ? null
      : (mounted.get(marker) ?? document.querySelector(`[data-static="${CSS.escape(marker)}"]`)),
  )

  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    if (source && source !== current) current.replaceChildren(...source.childNodes)
    mounted.set(marker, current)
  }, [marker, source])

  return (
    <div
      ref={element}
      data-static={marker}
      className="contents"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: `<!--${marker}-->` }}
    />
  )
}
