import { useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { weekdays } from '#contract/settings.ts'
import { Section } from './section.tsx'
import { useSettingsField, useSettingsForm } from './settings-fields.ts'

const otherWorkdays = [1, 2, 3, 4] as const

export function HoursFields() {
  const { getValues, setValue } = useSettingsForm()
  const copyMonday = () => {
    const [monday] = getValues('hours')
    if (monday)
      for (const day of otherWorkdays)
        setValue(`hours.${day}`, { ...monday }, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Section title="Business hours" hint="On the contact page and in structured data.">
      <ul className="grid gap-2">
        {weekdays.map((name, day) => (
          <Day key={name} name={name} day={day} />
        ))}
      </ul>
      <div>
        <Button variant="quiet" className="-ml-4.5" onClick={copyMonday}>
          Copy Monday to Friday
        </Button>
      </div>
    </Section>
  )
}

function Day({ name, day }: { name: string; day: number }) {
  const { control, register, getValues, resetField } = useSettingsForm()
  /** The times of a closed day are hidden, so empty ones could not be corrected. */
  const fillTimes = () => {
    for (const name of [`hours.${day}.opens`, `hours.${day}.closes`] as const)
      if (getValues(name) === '') resetField(name)
  }
  const isOpen = useWatch({ control, name: `hours.${day}.isOpen` })
  const { error: opensError, ...opens } = useSettingsField(`hours.${day}.opens`)
  const { error: closesError, ...closes } = useSettingsField(`hours.${day}.closes`)
  const error = opensError ?? closesError
  const errorId = `hours-${day}-error`
  const time = {
    type: 'time',
    className: 'control settings-time',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? errorId : undefined,
  }
  return (
    <li className="settings-day">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-signal"
          {...register(`hours.${day}.isOpen`, { onChange: fillTimes })}
        />
        {name}
      </label>
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-2">
          <input aria-label={`${name}, opens`} {...time} {...opens} />
          <span aria-hidden="true">to</span>
          <input aria-label={`${name}, closes`} {...time} {...closes} />
        </div>
      ) : (
        <p className="flex min-h-11 items-center text-muted">closed</p>
      )}
      {error && (
        <p id={errorId} className="control-error col-span-full">
          {error}
        </p>
      )}
    </li>
  )
}
