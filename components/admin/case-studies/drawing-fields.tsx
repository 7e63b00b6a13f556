import { useWatch } from 'react-hook-form'
import { Drawing } from '#components/case-studies/drawing.tsx'
import { Field } from '#components/ui/field.tsx'
import { drawingSchema, type DrawingKind } from '#contract/case-studies.ts'
import { useTextField } from '../editor/use-text-field.ts'
import { emptyFields, toInput, type CaseStudyFields } from './case-study-fields.ts'

const kinds: Record<DrawingKind, { label: string; hint: string }> = {
  line: { label: 'Line over time', hint: '2 to 60 numbers, oldest first' },
  bars: { label: 'Two bars', hint: 'Before and after, for example 100, 140' },
  dots: { label: 'Dots', hint: 'One number, for example 10,000' },
}

export function DrawingFields() {
  const { error: _, ...kindField } = useTextField<CaseStudyFields>('drawingKind')
  const kind = useWatch<CaseStudyFields, 'drawingKind'>({ name: 'drawingKind' })
  return (
    <div role="group" aria-label="Drawing" className="grid gap-4">
      <div className="grid gap-1.5">
        <label htmlFor="drawingKind" className="font-semibold">
          Drawing
        </label>
        <select id="drawingKind" className="control" {...kindField}>
          <option value="">None</option>
          {Object.entries(kinds).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {kind !== '' && <DrawingDetails hint={kinds[kind].hint} />}
    </div>
  )
}

function DrawingDetails({ hint }: { hint: string }) {
  return (
    <>
      <Field
        label="Values"
        hint={hint}
        inputMode="text"
        {...useTextField<CaseStudyFields>('drawingValues')}
      />
      <Field
        label="Caption"
        hint="What is drawn, and over what time."
        {...useTextField<CaseStudyFields>('drawingCaption')}
      />
      <DrawingPreview />
    </>
  )
}

function DrawingPreview() {
  const [kind, values] = useWatch<CaseStudyFields, ['drawingKind', 'drawingValues']>({
    name: ['drawingKind', 'drawingValues'],
  })
  const caption = 'Preview'
  const input = toInput({ ...emptyFields, drawingKind: kind, drawingValues: values, drawingCaption: caption })
  const drawing = drawingSchema.safeParse(input.drawing).data
  if (!drawing) return null
  return (
    <div className="drawing-field study-drawing-preview" data-drawing={drawing.kind}>
      <Drawing drawing={drawing} />
    </div>
  )
}
