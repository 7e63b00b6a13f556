import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toast } from 'sonner'
import { staffFetch } from '#components/admin/staff-api.ts'
import type { StoredMessage } from '#lib/messages/schema.ts'

async function call(id: string, init: RequestInit) {
  const response = await staffFetch(`/api/messages/${encodeURIComponent(id)}`, init)
  // What somebody else has deleted is deleted.
  if (!response.ok && response.status !== 404)
    throw new Error(`The message was answered with ${response.status}.`)
}

/** What staff do with a message; the counts of the frame follow, as after every change. */
export function useMessage({ id, read: stored }: StoredMessage) {
  const router = useRouter()
  const [read, setRead] = useState(stored)

  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      call(id, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ read: wanted }),
      }),
    onMutate: setRead,
    onError: (_, wanted) => {
      setRead(!wanted)
      toast.error('Failed to change the message. Please try again.')
    },
  })
  const removal = useMutation({
    mutationFn: () => call(id, { method: 'DELETE' }),
    onSuccess: () => {
      toast.success('Message deleted successfully!')
      router.refresh()
    },
    onError: () => toast.error('Failed to delete the message. Please try again.'),
  })
  return {
    read,
    mark: change.mutate,
    remove: removal.mutate,
    busy: change.isPending || removal.isPending,
  }
}
