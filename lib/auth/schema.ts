import { z } from 'zod'
import { emailField } from '../email.ts'

/** Specification 5: sign-in form. New accounts need more, see `newPasswordSchema`. */
export const loginSchema = z.object({
  email: emailField(),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(200, 'Password must be at most 200 characters'),
})

export const newPasswordSchema = z.string().min(12, 'Password must be at least 12 characters').max(200)

/** The user as the upstream answers it; a foreign upstream may send more, which is dropped. */
const userSchema = z.object({ id: z.coerce.string().optional(), name: z.string(), email: z.string() })
export const loginAnswerSchema = z.object({ data: z.object({ token: z.string().min(1), user: userSchema }) })
export const profileAnswerSchema = z.object({ data: userSchema })

export type User = z.infer<typeof userSchema>
