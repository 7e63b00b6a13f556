'use client'

import { useEffect, useState } from 'react'

interface ViewsProps {
  slug: string
  /** As counted when the page was rendered. */
  views: number
}

const readCount = (answer: unknown) => {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return undefined
  const { data } = answer
  return typeof data === 'object' && data !== null && 'views' in data && typeof data.views === 'number'
    ? data.views
    : undefined
}

/** `keepalive`: a reader who leaves at once has still been here. */
async function count(slug: string): Promise<number | undefined> {
  const response = await fetch(`/api/blogs/${encodeURIComponent(slug)}/views`, {
    method: 'POST',
    keepalive: true,
  })
  return response.ok ? readCount(await response.json()) : undefined
}

/** The views of a post; reading it counts as one, once the page is really looked at (not prerendered). */
export function Views({ slug, views }: ViewsProps) {
  const [shown, setShown] = useState(views)

  useEffect(() => {
    let gone = false
    const run = () =>
      count(slug).then(
        (counted) => {
          if (counted !== undefined && !gone) setShown(counted)
        },
        () => {
          // Not counted; the number on the page stays right enough.
        },
      )
    if (document.visibilityState === 'visible') void run()
    else document.addEventListener('visibilitychange', run, { once: true })
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', run)
    }
  }, [slug])

  return <span className="tabular-nums">{shown.toLocaleString('en-US')} views</span>
}
