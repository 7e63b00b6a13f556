'use client'

import { useRef, useState, type FormEvent } from 'react'
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

function rangeError(from: string, to: string): string | undefined {
  if (!from || !to) return 'Choose both days.'
  if (from > today()) return 'The first day must not be in the future.'
  if (from > to) return 'The first day must not be after the last.'
  return isLastDay(to) ? undefined : `The last day must not be before ${formatDay(EARLIEST_LAST_DAY)}.`
}

function OwnRange({ state, onChange }: RangePickerProps) {
  const query = toQuery(state)
  const [error, setError] = useState<string>()
  const firstDay = useRef<HTMLElement>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [String(form.get('from')), String(form.get('to'))]
    const problem = rangeError(from, to)
    setError(problem)
    if (problem) return firstDay.current?.focus()
    onChange({ range: { name: 'own', from, to } })
  }
  return (
    <form noValidate aria-label="Other dates" onSubmit={submit} className="figure-dates">
      <Field
        ref={(input: HTMLElement | null) => {
          firstDay.current = input
        }}
        label="First day"
        type="date"
        name="from"
        max={today()}
        defaultValue={query.from}
        error={error}
      />
      <Field label="Last day" type="date" name="to" max={today()} defaultValue={query.to} />
      <Button type="submit" variant="plain" className="sm:mt-7.5">
        Show
      </Button>
    </form>
  )
}
