import { X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { MAX_SOCIAL_LINKS } from '#contract/settings.ts'
import { Section } from './section.tsx'
import { useSettingsField, useSettingsForm } from './settings-fields.ts'

export function SocialFields() {
  const { control } = useSettingsForm()
  const { fields, append, remove } = useFieldArray({ control, name: 'social' })
  const add = useRef<HTMLButtonElement>(null)
  const isFull = fields.length >= MAX_SOCIAL_LINKS

  const removeLink = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  return (
    <Section title="Social links" hint="In the footer. A link without an address is not shown.">
      <ul className="grid gap-4">
        {fields.map(({ id }, index) => (
          <SocialLink key={id} index={index} onRemove={() => removeLink(index)} />
        ))}
      </ul>
      <div>
        <Button
          ref={add}
          variant="plain"
          aria-disabled={isFull || undefined}
          onClick={() => !isFull && append({ name: '', url: '' })}
        >
          Add link
        </Button>
      </div>
    </Section>
  )
}

function SocialLink({ index, onRemove }: { index: number; onRemove: () => void }) {
  const name = useSettingsField(`social.${index}.name`)
  const url = useSettingsField(`social.${index}.url`)
  return (
    <li className="settings-social">
      <Field label="Name" maxLength={40} placeholder="Mastodon" {...name} />
      <Field label="Link" type="url" maxLength={300} placeholder="https://" {...url} />
      <button type="button" className="staff-icon-button mt-7" onClick={onRemove}>
        <X aria-hidden="true" className="size-5" />
        <span className="sr-only">Remove link {index + 1}</span>
      </button>
    </li>
  )
}
