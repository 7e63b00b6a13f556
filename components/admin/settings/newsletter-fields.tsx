import { useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { confirmationDefaults } from '#contract/newsletter.ts'
import { Section } from './section.tsx'
import { useSettingsField, useSettingsForm } from './settings-fields.ts'

export function NewsletterFields() {
  const { control } = useSettingsForm()
  const name = useWatch({ control, name: 'name' })
  return (
    <Section
      title="Newsletter"
      hint="On the blog, on the page of the newsletter, and in its confirmation email."
    >
      <Field label="Heading" required maxLength={80} {...useSettingsField('newsletter.heading')} />
      <Field
        label="Text on the blog"
        multiline
        rows={2}
        required
        maxLength={300}
        {...useSettingsField('newsletter.text')}
      />
      <Field
        label="Text on the newsletter page"
        multiline
        rows={2}
        required
        maxLength={300}
        {...useSettingsField('newsletter.pageText')}
      />
      <Field
        label="Subject of the confirmation email"
        placeholder={confirmationDefaults.subject(name)}
        maxLength={150}
        {...useSettingsField('newsletter.emailSubject')}
      />
      <Field
        label="First lines of the confirmation email"
        hint="The confirmation link is added automatically."
        placeholder={confirmationDefaults.text(name)}
        multiline
        rows={3}
        maxLength={1000}
        {...useSettingsField('newsletter.emailText')}
      />
    </Section>
  )
}
