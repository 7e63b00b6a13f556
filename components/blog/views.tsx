'use client'

import { useEffect, useState } from 'react'

function parseViews(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined
  const { data } = body
  return typeof data === 'object' && data !== null && 'views' in data && typeof data.views === 'number'
    ? data.views
    : undefined
}

/** `keepalive` lets the request finish when the reader leaves at once. */
async function countView(slug: string): Promise<number | undefined> {
  const response = await fetch(`/api/blogs/${encodeURIComponent(slug)}/views`, {
    method: 'POST',
    keepalive: true,
  })
  return response.ok ? parseViews(await response.json()) : undefined
}

interface ViewsProps {
  views: number
  /** The post whose view is counted; none for previews and upstreams that do not count. */
  countedSlug?: string | undefined
}

export function Views({ views, countedSlug }: ViewsProps) {
  const [count, setCount] = useState(views)

  useEffect(() => {
    if (!countedSlug) return
    let unmounted = false
    const run = () => {
      countView(countedSlug).then(
        (counted) => {
          if (counted !== undefined && !unmounted) setCount(counted)
        },
        () => {
          // The rendered count stays when the request fails.
        },
      )
    }
    // A prerendered or background page counts once it becomes visible.
    if (document.visibilityState === 'visible') run()
    else document.addEventListener('visibilitychange', run, { once: true })
    return () => {
      unmounted = true
      document.removeEventListener('visibilitychange', run)
    }
  }, [countedSlug])

  // One text node: the word in a node of its own would shift when the number changes.
  return (
    <span className="tabular-nums">{`${count.toLocaleString('en-US')} ${count === 1 ? 'view' : 'views'}`}</span>
  )
}
