'use client'

import clsx from 'clsx'
import * as RadixDialog from 'radix-ui/dialog'
import type { ReactNode, RefObject } from 'react'
import { useReturnFocus } from './focus.ts'
import { useCloseOnBack } from './use-open-on-page.ts'
import { useSessionEnding } from './use-session-ending.ts'
import { useTypedText } from './use-typed-text.tsx'

interface DialogProps {
  title: string
  description?: ReactNode
  children: ReactNode
  onClose: () => void
  /** Gets the focus back when the element that opened the dialog is gone, such as a menu item. */
  returnFocus?: RefObject<HTMLElement | null> | undefined
  className?: string
  /** Neither a click outside nor an ended session closes it, because its content is shown only once. */
  once?: boolean
  /** It has changes that closing would lose; those of form fields are recognized without it. */
  isChanged?: boolean | undefined
  busy?: boolean
  /** 0 in a dialog without controls, so that the keyboard can scroll it. */
  tabIndex?: 0 | -1
}

export function Dialog(props: DialogProps) {
  const {
    title,
    description,
    children,
    onClose,
    returnFocus,
    className,
    once = false,
    isChanged = false,
    busy = false,
    tabIndex = -1,
  } = props
  const focusHandlers = useReturnFocus(returnFocus)
  useCloseOnBack(!once, onClose)
  useSessionEnding(() => once)
  const typedText = useTypedText({ onClose, keepOpen: once, isChanged, busy })
  return (
    <RadixDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="staff-overlay" />
        <RadixDialog.Content
          className={clsx('staff-dialog', className)}
          {...(!description && { 'aria-describedby': undefined })}
          tabIndex={tabIndex}
          {...typedText.handlers}
          {...focusHandlers}
        >
          <RadixDialog.Title className="text-xl font-bold wrap-anywhere">{title}</RadixDialog.Title>
          {description && <RadixDialog.Description className="mt-3">{description}</RadixDialog.Description>}
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
      {typedText.question}
    </RadixDialog.Root>
  )
}
