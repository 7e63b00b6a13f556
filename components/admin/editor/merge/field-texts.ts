import { seoFieldNames } from '../../seo/field-names.ts'
import type { Compared } from '../conflict-dialog.tsx'
import type { DocumentFields, DocumentKind } from '../document.ts'
import { withField, type MergeInput } from './merge-document.ts'

const seoLabels = new Map(seoFieldNames.map(([name, label]) => [`seo.${name}`, label]))

const valueAt = (fields: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => Object.entries(value ?? {}).find(([key]) => key === name)?.[1], fields)

const toText = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

export function fieldTexts<Fields extends DocumentFields>(
  kind: DocumentKind<Fields>,
  { mine, theirs }: MergeInput<Fields>,
  compared: Compared<Fields>,
  path: string,
): { label: string; mine: string; theirs: string } {
  const other = valueAt(theirs.fields, path)
  const texts = { mine: toText(valueAt(mine.fields, path)), theirs: toText(other) }
  const own = compared(mine.fields)
  const changed = compared(withField(kind, mine.fields, path, other))
  const index = own.findIndex(([, value], number) => value !== changed[number]?.[1])
  const [label = path, value] = own[index] ?? []
  const part = seoLabels.get(path)
  if (part !== undefined) return { label: part, ...texts }
  return value === undefined ? { label, ...texts } : { label, mine: value, theirs: changed[index]?.[1] ?? '' }
}
