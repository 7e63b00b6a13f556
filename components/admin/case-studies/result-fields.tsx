import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { MAX_RESULTS } from '#contract/case-studies.ts'
import { useTextField } from '../editor/use-text-field.ts'
import { emptyResult, type CaseStudyFields } from './case-study-fields.ts'

export function ResultFields() {
  const { control } = useFormContext<CaseStudyFields>()
  const { fields, append, remove } = useFieldArray({ control, name: 'results' })
  const add = useRef<HTMLButtonElement>(null)

  const removeRow = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="font-semibold">Results</legend>
      <p className="text-sm text-muted">A short figure and what it counts. The first one is shown large.</p>
      <ul className="study-results-fields">
        {fields.map(({ id }, index) => (
          <ResultRow
            key={id}
            index={index}
            onRemove={fields.length > 1 ? () => removeRow(index) : undefined}
          />
        ))}
      </ul>
      <Button
        ref={add}
        variant="plain"
        className="justify-self-start"
        aria-disabled={fields.length >= MAX_RESULTS || undefined}
        onClick={() => {
          if (fields.length < MAX_RESULTS) append(emptyResult)
        }}
      >
        <Plus className="size-4" aria-hidden="true" />
        Add result
      </Button>
    </fieldset>
  )
}

function ResultRow({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const number = index + 1
  return (
    <li className="study-result-row">
      <Field
        label="Figure"
        aria-label={`Figure ${number}`}
        placeholder="150%"
        className="w-24 shrink-0 sm:w-32"
        {...useTextField<CaseStudyFields>(`results.${index}.figure`)}
      />
      <Field
        label="What it counts"
        aria-label={`What figure ${number} counts`}
        placeholder="sales increase"
        className="min-w-0 grow basis-28"
        {...useTextField<CaseStudyFields>(`results.${index}.label`)}
      />
      {onRemove && (
        <button
          type="button"
          className="staff-icon-button mt-7 shrink-0"
          aria-label={`Remove result ${number}`}
          title="Remove"
          onClick={onRemove}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      )}
    </li>
  )
}
