import { z } from 'zod'

/** NUL and lone surrogates cannot be stored by PostgreSQL, so they are refused at the edge. */
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** A string as a form field holds it: trimmed, and free of what no database can store. */
export function cleanText(label: string) {
  return z
    .string(`${label} is required`)
    .trim()
    .refine(isStorable, `${label} contains characters that cannot be stored`)
}
