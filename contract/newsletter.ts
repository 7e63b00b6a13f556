import * as z from 'zod/mini'
import { emailField } from './text.ts'

export const newsletterSchema = z.object({ email: emailField() })

export const newsletterLinkSchema = z.object({
  token: z.string('The link is not complete').check(z.maxLength(200)),
})

export const tokenPattern = /^[0-9a-f]{64}$/

/** `confirms` is true while the link can confirm a subscription. */
export const linkResponseSchema = z.object({ data: z.object({ confirms: z.boolean() }) })

export const confirmationDefaults = {
  subject: (name: string) => `Confirm your subscription to the ${name} newsletter`,
  text: (name: string) =>
    `Please confirm that you want the ${name} newsletter: our newest articles, once a month.`,
}
