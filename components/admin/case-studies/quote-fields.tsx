import { Field } from '#components/ui/field.tsx'
import { useTextField } from '../editor/use-text-field.ts'
import type { CaseStudyFields } from './case-study-fields.ts'

export function QuoteFields() {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 font-semibold">Quote</legend>
      <Field
        label="Text"
        multiline
        rows={3}
        hint="What the client says, without quotation marks."
        {...useTextField<CaseStudyFields>('quoteText')}
      />
      <Field label="Name" {...useTextField<CaseStudyFields>('quoteName')} />
      <Field label="Role" {...useTextField<CaseStudyFields>('quoteRole')} />
    </fieldset>
  )
}
