'use client'

import { emptyListText } from '#lib/blog/texts.ts'
import { Button } from '#components/ui/button.tsx'

/** The list could not be read: the empty list of the specification, and another try. */
export default function BlogListError({ retry }: { retry: () => void }) {
  return (
    <div className="frame py-24">
      <h1 className="text-title">Blog</h1>
      <p role="alert" className="my-8 max-w-measure text-head">
        {emptyListText}
      </p>
      <Button onClick={() => retry()}>Try again</Button>
    </div>
  )
}
