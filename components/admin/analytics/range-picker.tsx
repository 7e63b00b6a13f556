'use client'

import { useState, type FormEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { EARLIEST_LAST_DAY, isLastDay } from '#contract/analytics.ts'
import { ranges, today, toQuery, type FiguresState } from './figures-query.ts'
import { formatDay } from './format.ts'
import { linkTo, type ChangeFigures } from './use-figures-state.ts'

interface RangePickerProps {
  state: FiguresState
  onChange: ChangeFigures
}

export function RangePicker({ state, onChange }: RangePickerProps) {
  const isOwn = state.range.name === 'own'
  const [opened, setOpened] = useState<boolean>()
  const open = opened ?? isOwn
  return (
    <div className="grid gap-4">
      <div role="group" aria-label="Time" className="figure-ranges">
        {ranges.map(({ name, label }) => {
          const link = linkTo(state, { range: { name } }, onChange)
          return (
            <a
              key={name}
              href={link.href}
              aria-current={state.range.name === name || undefined}
              onClick={(event) => {
                link.onClick(event)
                setOpened(false)
              }}
            >
              {label}
            </a>
          )
        })}
        <button
          type="button"
          aria-expanded={open}
          aria-controls="own-range"
          data-current={isOwn || undefined}
          onClick={() => setOpened(!open)}
        >
          Other dates
        </button>
      </div>
      <div id="own-range" hidden={!open}>
        <OwnRange key={`${toQuery(state).from} ${toQuery(state).to}`} state={state} onChange={onChange} />
      </div>
    </div>
  )
}

interface DateError {
  field: 'from' | 'to'
  text: string
}

function rangeError(from: string, to: string): DateError | undefined {
  if (!from || !to) return { field: from ? 'to' : 'from', text: 'Choose both days.' }
  if (from > today()) return { field: 'from', text: 'The first day must not be in the future.' }
  if (from > to) return { field: 'from', text: 'The first day must not be after the last.' }
  if (isLastDay(to)) return undefined
  return { field: 'to', text: `The last day must not be before ${formatDay(EARLIEST_LAST_DAY)}.` }
}

function OwnRange({ state, onChange }: RangePickerProps) {
  const query = toQuery(state)
  const [error, setError] = useState<DateError>()
  const errorOf = (field: DateError['field']) => (error?.field === field ? error.text : undefined)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const [from, to] = [String(values.get('from')), String(values.get('to'))]
    const invalid = rangeError(from, to)
    setError(invalid)
    if (invalid) return form.querySelector<HTMLElement>(`[name="${invalid.field}"]`)?.focus()
    onChange({ range: { name: 'own', from, to } })
  }
  return (
    <form noValidate aria-label="Other dates" onSubmit={submit} className="figure-dates">
      <Field
        label="First day"
        type="date"
        name="from"
        max={today()}
        defaultValue={query.from}
        error={errorOf('from')}
      />
      <Field
        label="Last day"
        type="date"
        name="to"
        max={today()}
        defaultValue={query.to}
        error={errorOf('to')}
      />
      <Button type="submit" variant="plain" className="sm:mt-7.5">
        Show
      </Button>
    </form>
  )
}
