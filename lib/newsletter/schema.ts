import { z } from 'zod'
import { emailField } from '../email.ts'

export const newsletterSchema = z.object({ email: emailField() })
