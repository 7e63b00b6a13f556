import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useTypedText } from '../ui/use-typed-text.tsx'

interface EditDialogProps {
  title: string
  action: string
  onSubmit: () => void
  onClose: () => void
  onClosed: () => void
  children: ReactNode
}

export function EditDialog({ title, action, onSubmit, onClose, onClosed, children }: EditDialogProps) {
  const typedText = useTypedText({ onClose })
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay" />
        <Dialog.Content
          className="staff-dialog"
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          {...typedText.handlers}
        >
          <Dialog.Title className="text-xl font-bold">{title}</Dialog.Title>
          <form
            method="post"
            className="mt-4 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              // React bubbles events of the dialog to the form of the post.
              event.stopPropagation()
              onSubmit()
            }}
          >
            {children}
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="quiet" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit">{action}</Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
      {typedText.question}
    </Dialog.Root>
  )
}
