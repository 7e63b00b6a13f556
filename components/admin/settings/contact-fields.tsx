import { Field } from '#components/ui/field.tsx'
import { MAX_EMAIL } from '#contract/limits.ts'
import { SelectField } from '../ui/select-field.tsx'
import { Section } from './section.tsx'
import { useSettingsField } from './settings-fields.ts'

export function ContactFields({ timeZones }: { timeZones: string[] }) {
  return (
    <Section title="Contact" hint="On the contact page and in structured data. Empty fields are not shown.">
      <div className="settings-pair">
        <Field label="Phone" type="tel" maxLength={40} {...useSettingsField('phone')} />
        <Field label="Email" type="email" required maxLength={MAX_EMAIL} {...useSettingsField('email')} />
      </div>
      <Field label="Street" maxLength={100} {...useSettingsField('address.street')} />
      <div className="settings-pair">
        <Field label="City" maxLength={100} {...useSettingsField('address.city')} />
        <Field label="Region or state" maxLength={100} {...useSettingsField('address.region')} />
        <Field label="Postal code" maxLength={20} {...useSettingsField('address.postalCode')} />
        <Field
          label="Country code"
          placeholder="US"
          maxLength={2}
          autoCapitalize="characters"
          {...useSettingsField('address.country')}
        />
      </div>
      <SelectField
        label="Time zone"
        hint="Dates on the site and days of the analytics follow it."
        options={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        {...useSettingsField('timeZone')}
      />
    </Section>
  )
}
