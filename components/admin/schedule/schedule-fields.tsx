import { useId } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { siteTimeZone } from '#contract/calendar.ts'
import { zoneNameAt } from '#contract/zoned-time.ts'
import { formatTime } from '#lib/blog/dates.ts'
import type { PostFields } from '../editor/post-fields.ts'
import { useClearError, useTextField } from '../editor/use-text-field.ts'
import { fromTyped, isScheduledTime, listRepeated, skippedTime, toTyped } from './scheduled-time.ts'

export function ScheduleFields({ isLive }: { isLive: boolean }) {
  return (
    <fieldset className="col-span-full grid min-w-0 grid-cols-1 content-start gap-x-8 gap-y-6 lg:grid-cols-3">
      <legend className="sr-only">Schedule</legend>
      {!isLive && <TimeField name="publishAt" label="Publish at" />}
      <TimeField name="unpublishAt" label="Take offline at" />
      {!isLive && <PlannedField />}
    </fieldset>
  )
}

const PlannedField = () => (
  <Field
    label="Planned for"
    type="date"
    hint="A note in the calendar. It publishes nothing."
    {...useTextField('plannedFor')}
  />
)

interface TimeFieldProps {
  name: 'publishAt' | 'unpublishAt'
  label: string
}

/** Shows and reads times in the site's time zone, independent of the browser's. */
function TimeField({ name, label }: TimeFieldProps) {
  const { control } = useFormContext<PostFields>()
  const clearError = useClearError()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ref, onBlur, onChange }, fieldState }) => {
        const set = (time: string) => {
          onChange(time)
          clearError(name)
        }
        return (
          <div className="grid grid-cols-1 gap-3">
            <Field
              label={label}
              type="datetime-local"
              hint={zoneHint(value)}
              name={name}
              ref={ref}
              value={toTyped(value)}
              error={fieldState.error?.message ?? (isScheduledTime(value) ? undefined : skippedTime)}
              onBlur={onBlur}
              onChange={({ target }) => set(fromTyped(target.value))}
            />
            <RepeatedTime value={value} onChange={set} />
          </div>
        )
      }}
    />
  )
}

const zoneHint = (value: string) => {
  const zone = siteTimeZone().replaceAll('_', ' ')
  return value.endsWith('Z') ? `${zone} time (${zoneNameAt(Date.parse(value))})` : `${zone} time`
}

interface RepeatedTimeProps {
  value: string
  onChange: (time: string) => void
}

function RepeatedTime({ value, onChange }: RepeatedTimeProps) {
  const id = useId()
  const times = listRepeated(value)
  if (times.length === 0) return null
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm">
        Clocks are set back, so this time occurs twice. Which one do you mean?
      </label>
      <select id={id} className="control" value={value} onChange={({ target }) => onChange(target.value)}>
        {times.map((time, index) => (
          <option key={time} value={time}>
            {formatTime(time)}, {index === 0 ? 'before' : 'after'} the change
          </option>
        ))}
      </select>
    </div>
  )
}
