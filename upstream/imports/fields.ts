import { parse as parseToml } from 'smol-toml'
import { LineCounter, parseDocument } from 'yaml'
import { ApiError } from '#contract/errors.ts'

export type Fields = Record<string, unknown>
export type FieldsFormat = keyof typeof parsers

/** Longer than the limit of any field. */
const MAX_FIELD = 2_000
const MAX_ALIASES = 20
/** A parser collects all errors of a text, which takes seconds and the memory of the process for a long one. */
const MAX_LENGTH = 32_000

function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, lineCounter })
  const [error] = document.errors
  if (!error) return document.toJS({ maxAliasCount: MAX_ALIASES })
  const { line, col } = lineCounter.linePos(error.pos[0])
  throw new Error(`${error.message} at line ${line}, column ${col}.`)
}

const parsers = {
  yaml: parseYaml,
  toml: (text: string): unknown => parseToml(text),
  json: (text: string): unknown => JSON.parse(text),
}

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseFields(format: FieldsFormat, text: string, subject: string): Fields {
  const unreadable = (reason: string) => new ApiError('invalid', `${subject} cannot be read: ${reason}`)
  if (text.length > MAX_LENGTH) throw unreadable(`it is longer than ${MAX_LENGTH} characters.`)
  try {
    const value = parsers[format](text)
    if (value === null) return {}
    if (isRecord(value)) return value
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw unreadable(reason.replace(/:$/, '.'))
  }
  throw unreadable('it is not a list of fields.')
}

/** Hugo reads the names of fields in lower case; those that are written so win. */
export const withLowerCase = (fields: Fields): Fields => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])),
  ...fields,
})

/** The first of the fields that exists, as it is written or in lower case. */
export const first = (fields: Fields, names: string[]) =>
  names.map((name) => fields[name] ?? fields[name.toLowerCase()]).find((value) => value !== undefined)

export function toText(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, MAX_FIELD)
  if (typeof value === 'number') return String(value)
  return ''
}

export const toList = (value: unknown, separator: string | RegExp = ','): string[] =>
  (Array.isArray(value)
    ? value.map(toText)
    : toText(value)
        .split(separator)
        .map((item) => item.trim())
  ).filter(Boolean)
