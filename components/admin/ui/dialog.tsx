'use client'

import clsx from 'clsx'
import * as RadixDialog from 'radix-ui/dialog'
import { useRef, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  title: string
  children: ReactNode
  onClose: () => void
  /** Gets the focus back when the element that opened the dialog is gone, such as a menu item. */
  returnFocus?: RefObject<HTMLElement | null> | undefined
  className?: string
  /** A click outside does not close it, because its content is shown only once. */
  once?: boolean
  /** 0 in a dialog without controls, so that the keyboard can scroll it. */
  tabIndex?: 0 | -1
}

const textFields =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=password])'

/** A click outside of the dialog, which may be accidental, does not close one that has typed text. */
export function Dialog(props: DialogProps) {
  const { title, children, onClose, returnFocus, className, once = false, tabIndex = -1 } = props
  const focusHandlers = useReturnFocus(returnFocus)
  const hasText = useRef(false)
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="staff-overlay" />
        <RadixDialog.Content
          className={clsx('staff-dialog', className)}
          aria-describedby={undefined}
          tabIndex={tabIndex}
          onInput={({ target }: FormEvent) => {
            if (target instanceof Element && target.matches(textFields)) hasText.current = true
          }}
          onInteractOutside={(event) => {
            if (once || hasText.current) event.preventDefault()
          }}
          {...focusHandlers}
        >
          <RadixDialog.Title className="text-xl font-bold wrap-anywhere">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
