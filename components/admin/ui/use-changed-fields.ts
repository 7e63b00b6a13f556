import { useRef, type FocusEvent } from 'react'
import { useSessionEnding } from './use-session-ending.ts'

const textFields =
  'textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=password], [type=number])'

const choices =
  'select, input:is([type=radio], [type=checkbox], [type=date], [type=datetime-local], [type=range], [type=file])'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isTextField = (target: Element): target is Field => target.matches(textFields)

const valueOf = (field: Field) =>
  field.matches('[type=radio], [type=checkbox]') ? String(field.matches(':checked')) : field.value

/** All choices, because a click on one of them changes others and does not focus it in every browser. */
const fieldsOf = (target: Element): Field[] => [
  ...(target.closest('form')?.querySelectorAll<Field>(choices) ?? []),
  ...(isTextField(target) ? [target] : []),
]

/** Recognizes typed text and changed choices of forms inside an element, for which an ended session does not leave the page. */
export function useChangedFields(isChanged = false) {
  const firstValues = useRef(new Map<Field, string>())
  const hasChanges = () =>
    isChanged ||
    [...firstValues.current].some(([field, value]) => field.isConnected && valueOf(field) !== value)
  useSessionEnding(hasChanges)
  const onFocus = ({ target }: FocusEvent) => {
    for (const field of fieldsOf(target))
      if (!firstValues.current.has(field)) firstValues.current.set(field, valueOf(field))
  }
  return { hasChanges, onFocus }
}
