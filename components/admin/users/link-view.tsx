'use client'

import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'

interface LinkViewProps {
  link: string
  children: ReactNode
  onDone: () => void
}

/** The link is not stored, so it is shown until it is dismissed. */
export function LinkView({ link, children, onDone }: LinkViewProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean>()

  const copy = async () => {
    field.current?.select()
    // Without clipboard permission or a secure context, the user can copy the selected link manually.
    setCopied(
      await navigator.clipboard
        .writeText(link)
        .then(() => true)
        .catch(() => false),
    )
  }
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid gap-2">{children}</div>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          Link
        </label>
        <input
          ref={field}
          id={id}
          className="control"
          readOnly
          value={link}
          onFocus={(e) => e.target.select()}
        />
      </div>
      <p role="status" className="min-h-5 text-sm text-muted">
        {copied === true && 'The link is copied.'}
        {copied === false && 'Copy the selected link.'}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDone}>
          Done
        </Button>
        <Button onClick={() => void copy()}>Copy link</Button>
      </div>
    </div>
  )
}
