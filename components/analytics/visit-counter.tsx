'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { recordPage } from './visit.ts'

/** Counts views of client navigations; visit.mjs counts the document. Rendered after the content, which is read. */
export function VisitCounter() {
  const pathname = usePathname()
  const term = useSearchParams().get('search')

  useEffect(recordPage, [pathname, term])

  return null
}
