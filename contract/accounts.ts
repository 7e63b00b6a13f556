import * as z from 'zod'
import { photoSchema } from './authors.ts'
import { MAX_PERSON_NAME, MAX_PASSWORD } from './limits.ts'
import { editorModeSchema } from './preferences.ts'
import { roleSchema } from './roles.ts'
import { cleanText, emailField, singleLine } from './text.ts'

export const loginSchema = z.object({
  email: emailField(),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .min(6, 'Password must be at least 6 characters')
    .max(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`),
})

export const MIN_NEW_PASSWORD = 10

/** New passwords are longer than the sign-in form requires, because older accounts may have shorter ones. */
export const newPasswordSchema = z
  .string('Password is required')
  .min(MIN_NEW_PASSWORD, `Password must be at least ${MIN_NEW_PASSWORD} characters`)
  .max(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`)

export const personNameSchema = cleanText(
  'Name',
  z.minLength(1, 'Name is required'),
  z.maxLength(MAX_PERSON_NAME, `Name must be at most ${MAX_PERSON_NAME} characters`),
  singleLine('Name'),
)

export const linkTokenSchema = z.string('The link is not complete').max(200, 'The link is not complete')

export const userSchema = z.object({
  id: z.coerce.string().optional(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  author: z.string().optional(),
  photo: photoSchema.nullish().catch(null),
  /** Null until the user chooses one; an upstream without it leaves the choice to the browser. */
  editorMode: editorModeSchema.nullish().catch(undefined),
})
export const loginResponseSchema = z.object({
  data: z.object({ token: z.string().min(1), user: userSchema }),
})
export const profileResponseSchema = z.object({ data: userSchema })

export const forgotPasswordSchema = z.object({ email: emailField() })
export const resetPasswordSchema = z.object({ token: linkTokenSchema, password: newPasswordSchema })
export const resetLinkStateSchema = z.object({ data: z.object({ email: z.string() }) })

/** `email` is false when the site cannot send links by e-mail. */
export const passwordHelpSchema = z.object({ data: z.object({ email: z.boolean() }) })

export type User = z.infer<typeof userSchema>
