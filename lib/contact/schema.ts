import { z } from 'zod'
import { emailField } from '../email.ts'
import { cleanText } from '../text.ts'

const field = (label: string, min: number, max: number) =>
  cleanText(label)
    .min(1, `${label} is required`)
    .min(min, `${label} must be at least ${min} characters`)
    .max(max, `${label} must be at most ${max} characters`)

/** Specification 5: lengths and messages of the contact form; the upper bounds are ours. */
export const contactSchema = z.object({
  name: field('Name', 2, 100),
  email: emailField(),
  subject: field('Subject', 5, 200),
  message: field('Message', 10, 5000),
})

/** A field no person sees: whoever fills it is a script. */
export const honeypotField = 'website'

export type ContactMessage = z.infer<typeof contactSchema>
