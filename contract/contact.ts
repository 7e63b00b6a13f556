import * as z from 'zod/mini'
import { cleanText, emailField, toLineFeeds } from './text.ts'

/** Line breaks would look like other fields in the e-mail to staff. */
const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const field = (label: string, min: number, max: number, normalize = toOneLine) =>
  cleanText(
    label,
    z.overwrite(normalize),
    z.minLength(1, `${label} is required`),
    z.minLength(min, `${label} must be at least ${min} characters`),
    z.maxLength(max, `${label} must be at most ${max} characters`),
  )

export const contactSchema = z.object({
  name: field('Name', 2, 100),
  email: emailField(),
  subject: field('Subject', 5, 200),
  message: field('Message', 10, 5000, toLineFeeds),
})

export const honeypotField = 'website'

export type ContactMessage = z.infer<typeof contactSchema>
