import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { ApiError } from '#contract/errors.ts'

interface FrontMatter {
  fields: Record<string, unknown>
  content: string
}

const MAX_ALIASES = 20
const readJson = (text: string): unknown => JSON.parse(`{${text}}`)

const formats = [
  {
    open: '---',
    close: '---',
    read: (text: string): unknown => parseYaml(text, { maxAliasCount: MAX_ALIASES }),
  },
  { open: '+++', close: '+++', read: parseToml },
  { open: '{', close: '}', read: readJson },
]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unreadable = (reason: string) => new ApiError('invalid', `The front matter cannot be read: ${reason}`)

function parse(read: (text: string) => unknown, text: string): Record<string, unknown> {
  try {
    const value = read(text)
    if (value === null) return {}
    if (isRecord(value)) return value
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw unreadable(reason.replace(/:$/, '.'))
  }
  throw unreadable('it is not a list of fields.')
}

/** Returns null when the file has no front matter. */
export function readFrontMatter(file: string): FrontMatter | null {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  for (const { open, close, read } of formats) {
    if (!text.startsWith(`${open}\n`)) continue
    const end = text.indexOf(`\n${close}\n`, open.length)
    const ending = end === -1 && text.endsWith(`\n${close}`) ? text.length - close.length - 1 : end
    if (ending === -1) return null
    const content = text.slice(ending + close.length + 2)
    return {
      fields: parse(read, text.slice(open.length + 1, ending + 1)),
      content: content.replace(/^\n/, '').replace(/\n$/, ''),
    }
  }
  return null
}
