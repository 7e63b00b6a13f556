'use client'

import './change-dialog.css'
import type { ReactNode, RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Dialog } from './dialog.tsx'

interface ChangeDialogProps {
  title: string
  confirmLabel: string
  busyLabel: string
  busy: boolean
  ready?: boolean
  error?: string | undefined
  returnFocus?: RefObject<HTMLElement | null> | undefined
  isChanged?: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function ChangeDialog(props: ChangeDialogProps) {
  const { title, confirmLabel, busyLabel, busy, ready = true, error } = props
  const close = () => {
    if (!busy) props.onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={close}
      returnFocus={props.returnFocus}
      isChanged={props.isChanged}
      busy={busy}
    >
      <form
        method="post"
        noValidate
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && ready) props.onConfirm()
        }}
      >
        {props.children}
        {error && <Notice tone="error">{error}</Notice>}
        <BusyStatus busy={busy} label={busyLabel} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" aria-disabled={busy || undefined} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy || !ready || undefined}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const BusyStatus = ({ busy, label }: { busy: boolean; label: string }) => (
  <div role="status">
    {busy && (
      <p className="flex flex-wrap items-center gap-3">
        {label} <progress aria-label={label} className="accent-signal" />
      </p>
    )}
  </div>
)
