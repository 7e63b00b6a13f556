import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import { ApiError } from '#contract/errors.ts'

interface FrontMatter {
  fields: Record<string, unknown>
  content: string
}

const MAX_ALIASES = 20
const markers = {
  '---': (text: string): unknown => parseYaml(text, { maxAliasCount: MAX_ALIASES }),
  '+++': parseToml,
}

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
  for (const [marker, read] of Object.entries(markers)) {
    if (!text.startsWith(`${marker}\n`)) continue
    const end = text.indexOf(`\n${marker}\n`, marker.length)
    const ending = end === -1 && text.endsWith(`\n${marker}`) ? text.length - marker.length - 1 : end
    if (ending === -1) return null
    const content = text.slice(ending + marker.length + 2)
    return {
      fields: parse(read, text.slice(marker.length + 1, ending + 1)),
      content: content.replace(/^\n/, '').replace(/\n$/, ''),
    }
  }
  return null
}
