import { parseFields, type Fields, type FieldsFormat } from './fields.ts'

interface FrontMatter {
  fields: Fields
  content: string
}

const formats: { open: string; close: string; format: FieldsFormat }[] = [
  { open: '---', close: '---', format: 'yaml' },
  { open: '+++', close: '+++', format: 'toml' },
  { open: '{', close: '}', format: 'json' },
]

export function readFrontMatter(file: string): FrontMatter | null {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  for (const { open, close, format } of formats) {
    if (!text.startsWith(`${open}\n`)) continue
    const end = text.indexOf(`\n${close}\n`, open.length)
    const ending = end === -1 && text.endsWith(`\n${close}`) ? text.length - close.length - 1 : end
    if (ending === -1) return null
    const written = text.slice(open.length + 1, ending + 1)
    const content = text.slice(ending + close.length + 2)
    return {
      fields: parseFields(format, format === 'json' ? `{${written}}` : written, 'The front matter'),
      content: content.replace(/^\n/, '').replace(/\n$/, ''),
    }
  }
  return null
}
