import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { v4 as createUuid } from 'uuid'
import { optionalPresenceSchema, PRESENCE_INTERVAL_MS, type OtherEditor } from '#contract/presence.ts'
import { staffFetch, staffRequest } from '../../api.ts'

export function useEditing(path: string): OtherEditor | undefined {
  const [tab] = useState(() => createUuid())
  const { data } = useQuery({
    queryKey: ['presence', path, tab],
    queryFn: ({ signal }) =>
      staffRequest(path, optionalPresenceSchema, { method: 'POST', json: { tab, state: 'viewing' }, signal }),
    refetchInterval: PRESENCE_INTERVAL_MS,
    retry: false,
  })
  useEffect(
    () => () => {
      const query = new URLSearchParams({ tab })
      void staffFetch(`${path}?${query}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)
    },
    [path, tab],
  )
  return data?.data?.others.find(({ state }) => state === 'editing')
}
