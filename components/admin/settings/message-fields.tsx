import { Field } from '#components/ui/field.tsx'
import { EmailCheck } from './email-check.tsx'
import { Section } from './section.tsx'
import { useSettingsField } from './settings-fields.ts'

export function MessageFields() {
  return (
    <Section title="Email" hint="Who is notified of messages, and whether this site can send email.">
      <Field
        label="Recipients of messages"
        hint="Addresses separated by commas. Without any, the addresses in MAIL_TO are notified, or else every owner and editor. People with an account can choose otherwise under Notifications."
        multiline
        rows={2}
        autoCapitalize="none"
        spellCheck={false}
        {...useSettingsField('messageRecipients')}
      />
      <EmailCheck />
    </Section>
  )
}
