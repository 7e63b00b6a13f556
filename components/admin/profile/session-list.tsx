'use client'

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import * as z from 'zod'
import { Button } from '#components/ui/button.tsx'
import { sessionListResponseSchema, type AccountSession } from '#contract/profile.ts'
import { staffDelete, staffRequest } from '../api.ts'
import { callerErrorText } from '../error-text.ts'
import { refetch } from '../refetch.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Timestamp } from '../ui/timestamp.tsx'

export const sessionsKey = ['sessions'] as const

const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => staffRequest('/api/auth/sessions', sessionListResponseSchema, { signal }),
})

function useEndSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | null): Promise<void> => {
      if (id) await staffDelete(`/api/auth/sessions/${encodeURIComponent(id)}`)
      else await staffRequest('/api/auth/sessions', z.unknown(), { method: 'DELETE' })
    },
    onSuccess: (_, id) =>
      toast.success(id ? 'The session is signed out.' : 'All other sessions are signed out.'),
    onError: (error) => toast.error(callerErrorText(error, 'Failed to sign out. Please try again.')),
    onSettled: () => refetch(queries, sessionsKey),
  })
}

export function SessionList() {
  const { data, isError, refetch: retry } = useQuery(sessionsQuery)
  const { mutate: end, isPending } = useEndSessions()
  const [confirming, setConfirming] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (!data && isError) return <LoadError what="your sessions" onRetry={retry} />
  if (!data) return <div className="placeholder h-32" role="status" aria-label="Loading your sessions" />
  const endOne = (id: string) => {
    // The button is removed with its row.
    list.current?.focus()
    end(id)
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Sessions" aria-busy={isPending} className="outline-none">
        {data.data.map((session) => (
          <SessionRow key={session.id} session={session} busy={isPending} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
      {data.data.some(({ current }) => !current) && (
        <Button
          variant="plain"
          className="mt-5"
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && setConfirming(true)}
        >
          Sign out all others
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        title="Sign out all other sessions?"
        question="Every other device has to sign in again. You stay signed in here."
        confirmLabel="Sign out all others"
        destructive
        returnFocus={list}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          end(null)
        }}
      />
    </>
  )
}

interface SessionRowProps {
  session: AccountSession
  busy: boolean
  onEnd: () => void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { device, createdAt, lastSeenAt, current } = session
  return (
    <li className="session">
      <div className="min-w-[min(12rem,100%)] flex-1">
        <p className="font-semibold">
          {device || 'Unknown device'}
          {current && <span className="ml-3 staff-badge">This session</span>}
        </p>
        <p className="text-sm text-muted">
          {!current && (
            <>
              Last seen <Timestamp value={lastSeenAt} />
              <br />
            </>
          )}
          Signed in <Timestamp value={createdAt} />
        </p>
      </div>
      {!current && (
        <Button variant="plain" aria-disabled={busy || undefined} onClick={() => !busy && onEnd()}>
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}
