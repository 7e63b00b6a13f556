import { Controller, useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { Section } from './section.tsx'
import { ApprovalField } from './approval-field.tsx'
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
