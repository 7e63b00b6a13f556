import { parseFields, type Fields, type FieldsFormat } from './fields.ts'

interface FrontMatter {
  fields: Fields
  content: string
}

const formats: { open: RegExp; close: RegExp; format: FieldsFormat }[] = [
  { open: /^---[ \t]*\n/, close: /\n---[ \t]*(?:\n|$)/, format: 'yaml' },
  { open: /^\+\+\+[ \t]*\n/, close: /\n\+\+\+[ \t]*(?:\n|$)/, format: 'toml' },
  { open: /^\{[ \t]*\n/, close: /\n\}[ \t]*(?:\n|$)/, format: 'json' },
]

export function readFrontMatter(file: string): FrontMatter | null {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  for (const { open, close, format } of formats) {
    const [opening] = open.exec(text) ?? []
    if (opening === undefined) continue
    // An empty front matter ends on the line after its start.
    const rest = text.slice(opening.length - 1)
    const closing = close.exec(rest)
    if (!closing) return null
    const written = rest.slice(1, closing.index + 1)
    const content = rest.slice(closing.index + closing[0].length)
    return {
      fields: parseFields(format, format === 'json' ? `{${written}}` : written, 'The front matter'),
      content: content.replace(/^\n/, '').replace(/\n$/, ''),
    }
  }
  return null
}
