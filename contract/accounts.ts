import { z } from 'zod'
import { emailField } from './text.ts'

export const loginSchema = z.object({
  email: emailField(),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(200, 'Password must be at most 200 characters'),
})

/** New passwords are longer than the sign-in form requires, because older accounts may have shorter ones. */
export const newPasswordSchema = z.string().min(12, 'Password must be at least 12 characters').max(200)

const userSchema = z.object({ id: z.coerce.string().optional(), name: z.string(), email: z.string() })
export const loginResponseSchema = z.object({
  data: z.object({ token: z.string().min(1), user: userSchema }),
})
export const profileResponseSchema = z.object({ data: userSchema })

export type User = z.infer<typeof userSchema>
