import { z } from 'zod'
import { emailField } from '../email.ts'

export const newsletterSchema = z.object({ email: emailField() })

/** What a link in an e-mail carries. */
export const newsletterLinkSchema = z.object({ token: z.string('The link is not complete').max(200) })

/** Any other is none of ours, and nobody need be asked about it. */
export const tokenPattern = /^[0-9a-f]{64}$/

/** What the upstream says of a link before it is followed. */
export const linkAnswerSchema = z.object({ data: z.object({ confirms: z.boolean() }) })
