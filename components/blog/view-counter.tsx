'use client'

import { useEffect } from 'react'
import { addCounter } from '#components/analytics/beacon.ts'
import { formatViews } from '#lib/blog/texts.ts'

function show(views: number) {
  const element = document.querySelector('[data-views]')
  if (element) element.textContent = formatViews(views)
}

/** Replaces the rendered count of the article with the current one when this view is counted. */
export function ViewCounter({ slug }: { slug: string }) {
  useEffect(() => addCounter(slug, show), [slug])

  return null
}
