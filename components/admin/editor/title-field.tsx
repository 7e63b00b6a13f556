import { useFormContext } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import type { DocumentFields } from './document.ts'
import { useTextField } from './use-text-field.ts'

export function TitleField() {
  const { setFocus } = useFormContext<DocumentFields>()
  return (
    <Field
      label="Title"
      required
      multiline
      rows={1}
      dir="auto"
      enterKeyHint="next"
      className="editor-title"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        setFocus('content')
      }}
      onInput={({ currentTarget }) => {
        if (currentTarget.value.includes('\n'))
          currentTarget.value = currentTarget.value.replaceAll(/\s*\n\s*/g, ' ')
      }}
      {...useTextField<DocumentFields>('title')}
    />
  )
}
