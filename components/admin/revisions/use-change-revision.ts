import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import * as z from 'zod'
import type { FullRevision } from '#contract/revisions.ts'
import { staffRequest, versionHeader } from '../api.ts'
import { refetch } from '../refetch.ts'
import { revisionsKey, revisionsPath } from './revisions-query.ts'
import { revisionName } from './texts.ts'

type Change =
  | { kind: 'name'; revision: FullRevision; name: string }
  | { kind: 'restore'; revision: FullRevision; version: number; isCopied: boolean; key: string }

const restoredSchema = z.object({ data: z.object({ slug: z.string() }) })

function send(postId: string, change: Change): Promise<unknown> {
  const path = `${revisionsPath(postId)}/${change.revision.number}`
  if (change.kind === 'name')
    return staffRequest(path, z.unknown(), { method: 'PUT', json: { name: change.name } })
  const headers = { ...versionHeader(change.version), 'idempotency-key': change.key }
  return staffRequest(`${path}/restore`, z.unknown(), { method: 'POST', json: {}, headers })
}

export function useChangeRevision(postId: string) {
  const queries = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (change: Change) => send(postId, change),
    onSuccess: (response, change) => {
      if (change.kind === 'restore') {
        const { slug } = change.revision
        const restored = restoredSchema.safeParse(response).data?.data
        toast.success(`${revisionName(change.revision)} was restored.`, {
          ...(change.isCopied && {
            description: 'Visitors see no difference until you publish the changes.',
          }),
          ...(restored &&
            !change.isCopied &&
            restored.slug !== slug && {
              description: `The URL is still “${restored.slug}”, because another post has “${slug}”.`,
            }),
        })
        // The list of posts, the editor and the title of this page show the restored version.
        void queries.invalidateQueries({ refetchType: 'none' })
        router.refresh()
      }
      void refetch(queries, revisionsKey(postId))
    },
    // After a conflict the list is refetched.
    onError: () => refetch(queries, revisionsKey(postId)),
  })
}
