import { Controller, useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { Section } from './section.tsx'
import { PublishCheckFields } from './publish-check-fields.tsx'
import { useSettingsField, useSettingsForm } from './settings-fields.ts'

export function WritingFields() {
  const { control } = useSettingsForm()
  const startsEmpty = useWatch({ control, name: 'newPost.startsEmpty' })
  const template = useSettingsField('newPost.template')
  return (
    <Section title="Writing" hint="What a new post starts with, and what it needs to be published.">
      <Controller
        control={control}
        name="newPost.startsEmpty"
        render={({ field: { value, onChange, ...field } }) => (
          <label className="flex min-h-11 items-center gap-3 font-semibold">
            <input
              type="checkbox"
              className="size-5 accent-signal"
              checked={!value}
              onChange={({ target }) => onChange(!target.checked)}
              {...field}
            />
            New posts start with a template
          </label>
        )}
      />
      {!startsEmpty && (
        <Field
          label="Template"
          hint="Markdown. A post that still has only this text does not count as edited."
          multiline
          rows={9}
          maxLength={10_000}
          {...template}
        />
      )}
      <PublishCheckFields />
      <ApprovalField />
    </Section>
  )
}

function ApprovalField() {
  const { register } = useSettingsForm()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 accent-signal"
          aria-describedby="approval-required-hint"
          {...register('approvalRequired')}
        />
        Posts and case studies need approval before they go live
      </label>
      <p id="approval-required-hint" className="text-sm text-muted">
        A reader of a shared preview approves the text. Later edits need a new approval. This applies to
        owners too, and to posts that go live on schedule. Take a live case study offline to edit it.
      </p>
    </div>
  )
}
