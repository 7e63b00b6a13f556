'use client'

import clsx from 'clsx'
import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode, RefObject } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  title: string
  children: ReactNode
  onClose: () => void
  /** Gets the focus back when the element that opened the dialog is gone, such as a menu item. */
  returnFocus?: RefObject<HTMLElement | null> | undefined
  className?: string
  /** 0 in a dialog without controls, so that the keyboard can scroll it. */
  tabIndex?: 0 | -1
}

export function Dialog({ title, children, onClose, returnFocus, className, tabIndex = -1 }: DialogProps) {
  const focusHandlers = useReturnFocus(returnFocus)
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="staff-overlay" />
        <RadixDialog.Content
          className={clsx('staff-dialog', className)}
          aria-describedby={undefined}
          tabIndex={tabIndex}
          {...focusHandlers}
        >
          <RadixDialog.Title className="text-xl font-bold wrap-anywhere">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
