import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { MAX_LINKS } from '#contract/authors.ts'

interface LinkFields {
  links: { label: string; url: string }[]
}

export function LinksField() {
  const { register, formState, clearErrors } = useFormContext<LinkFields>()
  const { fields, append, remove } = useFieldArray<LinkFields>({ name: 'links' })
  const { links: errors } = formState.errors
  const add = useRef<HTMLButtonElement>(null)
  const isFull = fields.length >= MAX_LINKS

  const removeLink = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  const input = (index: number, part: 'label' | 'url') => {
    const name = `links.${index}.${part}` as const
    return {
      ...register(name, { onChange: () => errors && clearErrors('links') }),
      id: `link-${index}-${part}`,
      error: errors?.[index]?.[part]?.message,
    }
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">Links</legend>
      <p className="text-sm text-muted">Your website or profiles elsewhere, up to {MAX_LINKS}.</p>
      {fields.map(({ id }, index) => (
        <div key={id} role="group" aria-label={`Link ${index + 1}`} className="flex items-start gap-3">
          <div className="grid min-w-0 grow gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <Field label="Label" placeholder="Website" maxLength={40} {...input(index, 'label')} />
            <Field
              label="URL"
              type="url"
              inputMode="url"
              placeholder="https://"
              autoCapitalize="none"
              spellCheck={false}
              {...input(index, 'url')}
            />
          </div>
          <button type="button" className="staff-icon-button mt-7" onClick={() => removeLink(index)}>
            <X aria-hidden="true" size={20} />
            <span className="sr-only">Remove link {index + 1}</span>
          </button>
        </div>
      ))}
      {errors?.message && <p className="control-error">{errors.message}</p>}
      <div>
        <Button
          ref={add}
          variant="plain"
          aria-disabled={isFull || undefined}
          onClick={() => !isFull && append({ label: '', url: '' })}
        >
          <Plus aria-hidden="true" size={18} />
          Add link
        </Button>
      </div>
    </fieldset>
  )
}
