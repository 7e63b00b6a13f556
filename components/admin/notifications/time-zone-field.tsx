'use client'

import { useId, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'

interface TimeZoneFieldProps {
  value: string
  onChange: (timeZone: string) => void
}

const subscribe = () => () => {}
const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const id = useId()
  // The server does not know the browser's time zone, and the two may name zones differently.
  const own = useSyncExternalStore(subscribe, browserTimeZone, () => value)
  const zones = useSyncExternalStore(subscribe, listTimeZones, () => serverZones)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Your time zone
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        For the daily email.
      </p>
      <div className="flex flex-wrap gap-3">
        <select
          id={id}
          className="control min-w-0 flex-1 basis-60"
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {[...new Set([value, ...zones])].toSorted().map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
        {own !== value && (
          <Button variant="quiet" className="border-[1.5px] border-edge" onClick={() => onChange(own)}>
            Use {own.replaceAll('_', ' ')}, as this browser does
          </Button>
        )}
      </div>
    </div>
  )
}

const serverZones: string[] = []
let known: string[] | undefined
const listTimeZones = () => (known ??= ['UTC', ...Intl.supportedValuesOf('timeZone')])
