'use client'

import { StandaloneLink } from '#components/ui/link.tsx'

/** Replaces Next's default view, which would be sent as data with every page. */
export default function NotFound() {
  return (
    <div className="frame py-24">
      <h1 className="mb-8 text-title">This page does not exist</h1>
      <StandaloneLink href="/">Go to the home page</StandaloneLink>
    </div>
  )
}
