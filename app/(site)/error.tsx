'use client'

import { ErrorPageView } from '#components/site/page-error.tsx'
import { Button } from '#components/ui/button.tsx'

/** For navigation in the browser; documents are replaced by the page cache. */
export default function SiteError({ retry }: { retry: () => void }) {
  return <ErrorPageView retry={<Button onClick={() => retry()}>Try again</Button>} />
}
