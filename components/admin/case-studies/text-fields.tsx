import { Field } from '#components/ui/field.tsx'
import { useTextField } from '../editor/use-text-field.ts'
import type { CaseStudyFields, StoredCaseStudy } from './case-study-fields.ts'

export function HeadFields() {
  return (
    <div className="study-fields-head">
      <Field label="Client" required {...useTextField<CaseStudyFields>('client')} />
      <Field
        label="Summary"
        required
        multiline
        rows={3}
        hint="Shown on the home page, in the list of work and in search results."
        {...useTextField<CaseStudyFields>('summary')}
      />
    </div>
  )
}

export function SlugField({ stored }: { stored: StoredCaseStudy | null }) {
  return (
    <Field
      label="URL"
      hint={
        !stored
          ? 'Leave empty to create it from the title.'
          : stored.published
            ? 'The old URL will redirect.'
            : 'The last part of the case study’s URL.'
      }
      placeholder={stored?.fields.slug}
      autoCapitalize="none"
      spellCheck={false}
      {...useTextField<CaseStudyFields>('slug')}
    />
  )
}

export function PublishedField() {
  const { error: _, ...field } = useTextField<CaseStudyFields>('published')
  return (
    <label className="flex min-h-11 items-center gap-3 font-semibold">
      <input type="checkbox" className="size-5 accent-signal" {...field} />
      Publish immediately
    </label>
  )
}
