'use client'

import { Download } from 'lucide-react'
import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { listVisibleKinds, NO_ACCOUNT, subjectOf, type ActivityPage } from '#contract/activity.ts'
import { useRole } from '../frame/role.tsx'
import { actionOf, toTitle } from './activity-text.ts'
import { csvHref, isFiltered, type ActivityState } from './activity-query.ts'

interface ActivityFiltersProps {
  state: ActivityState
  people: ActivityPage['data']['people']
  onChange: (change: Partial<ActivityState>) => void
}

const none: Omit<ActivityState, 'page'> = {
  person: undefined,
  kind: undefined,
  object: undefined,
  from: undefined,
  to: undefined,
}

export function ActivityFilters({ state, people, onChange }: ActivityFiltersProps) {
  const visible = listVisibleKinds(useRole())
  const subjects = [...new Set(visible.map(subjectOf))]
  const known = [...people.map(({ id }) => id), NO_ACCOUNT]
  return (
    <div className="grid gap-4">
      <div role="group" aria-label="Filters" className="activity-filters">
        <Filter label="Person">
          {(id) => (
            <Select id={id} value={state.person} onValue={(person) => onChange({ person })}>
              <option value="">Everyone</option>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
              <option value={NO_ACCOUNT}>Visitors and the command line</option>
              {state.person && !known.includes(state.person) && (
                <option value={state.person}>A deleted account</option>
              )}
            </Select>
          )}
        </Filter>
        <Filter label="What happened">
          {(id) => (
            <Select id={id} value={state.kind} onValue={(kind) => onChange({ kind })}>
              <option value="">Everything</option>
              {subjects.map((subject) => (
                <optgroup key={subject} label={toTitle(subject)}>
                  <option value={subject}>{toTitle(subject)}: everything</option>
                  {visible
                    .filter((kind) => subjectOf(kind) === subject)
                    .map((kind) => (
                      <option key={kind} value={kind}>
                        {toTitle(subject)}: {toTitle(actionOf(kind)).toLowerCase()}
                      </option>
                    ))}
                </optgroup>
              ))}
            </Select>
          )}
        </Filter>
        {(['from', 'to'] as const).map((edge) => (
          <Filter key={edge} label={edge === 'from' ? 'From' : 'To'}>
            {(id) => (
              <DateInput id={id} value={state[edge] ?? ''} onValue={(day) => onChange({ [edge]: day })} />
            )}
          </Filter>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {isFiltered(state) && (
          <Button variant="quiet" onClick={() => onChange(none)}>
            Clear all
          </Button>
        )}
        <a href={csvHref(state)} download className={buttonClasses('plain', 'ml-auto')}>
          <Download aria-hidden="true" className="size-5" />
          Download CSV
        </a>
      </div>
    </div>
  )
}

function Filter({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** The year is typed digit by digit: 0002, 0020, 0202, 2026. */
const FIRST_DAY = '1970-01-01'

interface DateInputProps {
  id: string
  value: string
  onValue: (day: string | undefined) => void
}

function DateInput({ id, value, onValue }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])
  return (
    <input
      ref={input}
      id={id}
      type="date"
      className="control"
      defaultValue={value}
      onChange={({ target }) => {
        const isTyped = target.value === '' ? target.validity.valid : target.value >= FIRST_DAY
        if (isTyped) onValue(target.value || undefined)
      }}
    />
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'value'> {
  value: string | undefined
  onValue: (value: string | undefined) => void
}

const Select = ({ value, onValue, ...rest }: SelectProps) => (
  <select
    value={value ?? ''}
    onChange={({ target }) => onValue(target.value || undefined)}
    className="control"
    {...rest}
  />
)
