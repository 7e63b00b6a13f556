import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { Subscriber } from '#contract/subscribers.ts'
import { staffDelete } from '../api.ts'
import { changeErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import { subscribersKey } from './subscribers-query.ts'

interface RemoveSubscriberDialogProps {
  subscriber: Subscriber
  onClose: () => void
}

export function RemoveSubscriberDialog({ subscriber, onClose }: RemoveSubscriberDialogProps) {
  const { id, email } = subscriber
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => staffDelete(`/api/subscribers/${encodeURIComponent(id)}`),
    onSuccess: async () => {
      onClose()
      toast.success(`${email} was removed.`)
      await refetch(queries, subscribersKey)
    },
  })
  return (
    <ChangeDialog
      title="Remove Subscriber"
      confirmLabel="Remove"
      busyLabel="Removing…"
      busy={isPending}
      error={error ? changeErrorText(error) : undefined}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <strong>{email}</strong> gets no more issues, and the address is deleted. It can subscribe again, but
        an import leaves it out.
      </p>
    </ChangeDialog>
  )
}
