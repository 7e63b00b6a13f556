'use client'

import './notifications.css'
import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationState,
} from '@tanstack/react-query'
import { useId } from 'react'
import { toast } from 'sonner'
import {
  canReceive,
  channels,
  defaultChannel,
  notificationKinds,
  notificationPreferencesResponseSchema,
  type Channel,
  type Preferences as Choices,
  type StoredPreferences,
} from '#contract/notifications.ts'
import { staffRequest } from '../api.ts'
import { useRole } from '../frame/role.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { channelNames, kindTexts } from './kind-texts.ts'
import { preferencesQuery } from './notifications-query.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const mutationKey = ['notification-preferences']

function useSavePreferences() {
  const queries = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    mutationKey,
    scope: { id: 'notification-preferences' },
    mutationFn: (choice: Partial<Choices>) =>
      staffRequest('/api/notifications/preferences', notificationPreferencesResponseSchema, {
        method: 'PUT',
        json: { timeZone: queries.getQueryData(queryKey)?.timeZone, channels: {}, ...choice },
      }),
    onSuccess: async ({ data }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, data)
    },
    onError: () => toast.error('Failed to save your choice. Please try again.'),
  })
}

function usePendingChoices(stored: StoredPreferences): StoredPreferences {
  const pending = useMutationState<MutationState<unknown, Error, Partial<Choices>>>({
    filters: { mutationKey, status: 'pending' },
  })
  return pending.reduce(
    (shown, { variables }) => ({
      ...shown,
      ...variables,
      channels: { ...shown.channels, ...variables?.channels },
    }),
    stored,
  )
}

export function Preferences() {
  const { data, isError, refetch } = useQuery(preferencesQuery)
  if (data) return <Form stored={data} />
  if (isError) return <LoadError what="your preferences" onRetry={refetch} />
  return <p className="text-muted">Loading…</p>
}

function Form({ stored }: { stored: StoredPreferences }) {
  const role = useRole()
  const { mutate, isPending, isSuccess } = useSavePreferences()
  const { timeZone, email, canEmail, channels: chosen, defaults } = usePendingChoices(stored)
  const kinds = notificationKinds.filter((kind) => canReceive(role, kind))
  return (
    <div className="grid max-w-3xl gap-6">
      <p className="text-muted">
        {canEmail
          ? `Emails go to ${email}. A daily email is sent at 8:00 in the morning, if there is something new.`
          : 'This site cannot send email yet, so everything shows in the bell only.'}
      </p>
      <ul className="notification-kinds">
        {kinds.map((kind) => (
          <li key={kind}>
            <ChannelField
              {...kindTexts[kind]}
              value={chosen[kind] ?? defaults?.[kind] ?? defaultChannel(kind)}
              onChange={(channel) => mutate({ channels: { [kind]: channel } })}
            />
          </li>
        ))}
      </ul>
      <TimeZoneField value={timeZone} onChange={(zone) => mutate({ timeZone: zone })} />
      <p role="status" className="min-h-6 text-sm text-muted">
        {isPending ? 'Saving…' : isSuccess ? 'Saved' : ''}
      </p>
    </div>
  )
}

interface ChannelFieldProps {
  label: string
  hint: string
  value: Channel
  onChange: (channel: Channel) => void
}

function ChannelField({ label, hint, value, onChange }: ChannelFieldProps) {
  const id = useId()
  return (
    <>
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      </div>
      <select
        id={id}
        className="control"
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => {
          const channel = channels.find((one) => one === target.value)
          if (channel) onChange(channel)
        }}
      >
        {channels.map((channel) => (
          <option key={channel} value={channel}>
            {channelNames[channel]}
          </option>
        ))}
      </select>
    </>
  )
}
