'use client'

import * as AlertDialog from 'radix-ui/alert-dialog'
import type { RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onEscape } from './on-escape.ts'
import { useReturnFocus } from './focus.ts'
import { useCloseOnBack } from './use-open-on-page.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  question: string
  confirmLabel: string
  cancelLabel?: string
  destructive?: boolean
  returnFocus?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onClose: () => void
}

/** Focus starts on Cancel and returns to the element that opened the dialog. */
export function ConfirmDialog({
  open,
  title,
  question,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  returnFocus,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const focusHandlers = useReturnFocus(returnFocus)
  useCloseOnBack(open, onClose)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="staff-overlay" />
        <AlertDialog.Content
          className="staff-dialog"
          onKeyDown={(event) => onEscape(event, onClose)}
          {...focusHandlers}
        >
          <AlertDialog.Title className="text-xl font-bold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-3">{question}</AlertDialog.Description>
          <div className="mt-7 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={destructive ? 'act' : 'plain'} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
