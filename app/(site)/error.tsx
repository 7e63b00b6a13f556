'use client'

import { ErrorPageView } from '#components/site/page-error.tsx'
import { Button } from '#components/ui/button.tsx'

/** Shown after navigation in the browser; the page cache replaces failed documents. */
export default function SiteError({ retry }: { retry: () => void }) {
  return <ErrorPageView retry={<Button onClick={() => retry()}>Try again</Button>} />
}
