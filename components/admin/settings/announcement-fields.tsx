import { Field } from '#components/ui/field.tsx'
import { Section } from './section.tsx'
import { useSettingsField } from './settings-fields.ts'

export function AnnouncementFields() {
  return (
    <Section title="Announcement" hint="One line at the top of every public page. Empty it to hide it.">
      <Field label="Text" maxLength={160} {...useSettingsField('announcement.text')} />
      <div className="settings-pair">
        <Field
          label="Link"
          hint="A path like /contact, or a web address."
          maxLength={300}
          autoCapitalize="none"
          spellCheck={false}
          {...useSettingsField('announcement.link')}
        />
        <Field
          label="Last day"
          hint="It disappears when this day ends."
          type="date"
          {...useSettingsField('announcement.endsOn')}
        />
      </div>
    </Section>
  )
}
