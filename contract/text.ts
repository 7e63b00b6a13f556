// Uses Zod Mini, because visitors download the schemas of the public forms.
import * as z from 'zod/mini'
import { MAX_EMAIL } from './limits.ts'

export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** True also for text of only invisible characters, such as zero-width spaces. */
export const isBlank = (text: string) => !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)

export const trimText = (text: string) => (isBlank(text) ? '' : text.trim())

/** Forms send line breaks as CRLF, which would count twice. */
export const toLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')

/** Rejects all control characters, which in a terminal could also fake its output. */
export const singleLine = (label: string) =>
  z.refine<string>((value) => !/\p{Cc}/u.test(value), `${label} must be a single line`)

export function cleanText(label: string, ...checks: z.core.$ZodCheck<string>[]) {
  return z
    .string(`${label} is required`)
    .check(
      z.refine(isStorable, `${label} contains characters that cannot be stored`),
      z.overwrite(trimText),
      ...checks,
    )
}

export function emailField() {
  return cleanText(
    'Email',
    z.normalize(),
    z.minLength(1, 'Email is required'),
    z.maxLength(MAX_EMAIL, 'Please enter a valid email address'),
    z.regex(
      /^[^\s\p{Cc}@<>,;:"()]+@[^\s\p{Cc}@<>,;:"()]+\.[^\s\p{Cc}@<>,;:"().]+$/u,
      'Please enter a valid email address',
    ),
  )
}
