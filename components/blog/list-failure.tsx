import type { ReactNode } from 'react'
import { emptyListText } from '#lib/blog/texts.ts'

/** The list could not be read: the empty list of the specification, and another try. */
export function ListFailure({ retry }: { retry: ReactNode }) {
  return (
    <div className="frame py-24">
      <h1 className="text-title">Blog</h1>
      <p role="alert" className="my-8 max-w-measure text-head">
        {emptyListText}
      </p>
      {retry}
    </div>
  )
}
