import { useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { ShareImageField } from '../editor/share-image-field.tsx'
import { Section } from './section.tsx'
import { useSettingsField, useSettingsForm } from './settings-fields.ts'

export function BrandFields() {
  const { control, setValue, getFieldState, formState } = useSettingsForm()
  const image = useWatch({ control, name: 'shareImage' })
  return (
    <Section title="Brand" hint="On every page, in search results, feeds, share cards and email.">
      <Field label="Brand name" required maxLength={60} {...useSettingsField('name')} />
      <Field
        label="Tagline"
        hint="The headline of the home page, and the first line of the footer."
        required
        maxLength={120}
        {...useSettingsField('tagline')}
      />
      <Field
        label="Description"
        hint="Search results and feeds show it. Two sentences are enough."
        multiline
        rows={3}
        required
        maxLength={300}
        {...useSettingsField('description')}
      />
      <ShareImageField
        id="share-image"
        hint="Shown when a page is shared, best with 1200 × 630 pixels. Without an image, a card is drawn from the title of the page. Articles use their own covers."
        isChosen={Boolean(image)}
        error={getFieldState('shareImage', formState).error?.message}
        onChange={(next) => setValue('shareImage', next, { shouldDirty: true, shouldValidate: true })}
      >
        {image && <img src={image.url} alt="" className="my-1 aspect-[1200/630] w-60 object-cover" />}
      </ShareImageField>
    </Section>
  )
}
