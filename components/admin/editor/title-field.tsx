import { useFormContext } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import type { DocumentFields } from './document.ts'
import { useTextField } from './use-text-field.ts'

const toOneLine = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

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
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\r\n]/.test(text)) return
        event.preventDefault()
        // Unlike a new value, it can be undone.
        document.execCommand('insertText', false, toOneLine(text))
      }}
      onInput={({ currentTarget: field }) => {
        if (!field.value.includes('\n')) return
        const { selectionStart } = field
        field.value = toOneLine(field.value)
        field.setSelectionRange(selectionStart, selectionStart)
      }}
      {...useTextField<DocumentFields>('title')}
    />
  )
}
