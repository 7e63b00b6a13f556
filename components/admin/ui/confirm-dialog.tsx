'use client'

import * as AlertDialog from 'radix-ui/alert-dialog'
import { useRef } from 'react'
import { Button } from '#components/ui/button.tsx'

interface ConfirmDialogProps {
  open: boolean
  title?: string
  question: string
  confirmLabel: string
  /** What it does cannot be undone. */
  destructive?: boolean
  onConfirm: () => void
  /** Escape and Cancel; the one who asked closes the dialog after confirming, too. */
  onClose: () => void
  busy?: boolean
}

/** A question that has to be answered before anything else happens. The focus begins on Cancel and goes back after. */
export function ConfirmDialog({
  open,
  title = 'Please confirm',
  question,
  confirmLabel,
  destructive = false,
  onConfirm,
  onClose,
  busy = false,
}: ConfirmDialogProps) {
  const opener = useRef<Element>(null)
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="staff-overlay" />
        <AlertDialog.Content
          className="staff-dialog"
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
        >
          <AlertDialog.Title className="text-xl font-bold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3">{question}</AlertDialog.Description>
          <div className="mt-7 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet" disabled={busy}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            <Button
              variant={destructive ? 'act' : 'plain'}
              aria-disabled={busy || undefined}
              aria-busy={busy || undefined}
              onClick={() => !busy && onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
