import * as z from 'zod'
import { MAX_PASSWORD } from './limits.ts'
import { newPasswordSchema, personNameSchema, userSchema } from './accounts.ts'
import { authorLinkSchema, MAX_BIO, MAX_LINKS, photoSchema } from './authors.ts'
import { optionalTotals } from './lists.ts'
import { cleanText, emailField, toLineFeeds } from './text.ts'

const percent = z.number('The focal point must be a number').int().min(0).max(100)

const linksSchema = z
  .array(authorLinkSchema, 'Links must be a list')
  .max(MAX_LINKS, `A profile can have at most ${MAX_LINKS} links`)

export const profileFieldsSchema = z.object({
  name: personNameSchema,
  title: cleanText('Role', z.maxLength(100, 'Role must be at most 100 characters')),
  bio: z
    .pipe(cleanText('Bio'), z.transform(toLineFeeds))
    .pipe(z.string().max(MAX_BIO, `Bio must be at most ${MAX_BIO} characters`)),
  links: linksSchema,
})

const accountPassword = z
  .string('Password is required')
  .max(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`)

export const emailChangeSchema = z.object({
  email: emailField().check(z.toLowerCase()),
  /** The account's password; required to change the address. */
  password: accountPassword.optional(),
})

export const profileUpdateSchema = profileFieldsSchema
  .extend({ photoX: percent, photoY: percent, removePhoto: z.boolean(), ...emailChangeSchema.shape })
  .partial()

export type ProfileUpdate = z.output<typeof profileUpdateSchema>

export const passwordChangeSchema = z.object({
  current: accountPassword.min(1, 'Password is required'),
  password: newPasswordSchema,
})

export const emailLinkSchema = z.object({
  token: z.string().regex(/^[0-9a-f]{64}$/, 'The link is not valid.'),
})

export const ownProfileSchema = userSchema.extend({
  slug: z.string(),
  title: z.string(),
  bio: z.string(),
  links: z.array(authorLinkSchema),
  version: z.number().int().positive(),
  pendingEmail: z.string().nullable(),
  emailChange: z.enum(['link', 'password']),
  photo: photoSchema.nullable(),
})
export const profileResponseSchema = z.object({ data: ownProfileSchema })

/** An upstream without profiles returns only the account. */
export const accountResponseSchema = z.object({ data: z.union([ownProfileSchema, userSchema]) })

export type OwnProfile = z.infer<typeof ownProfileSchema>

const sessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
})
export const sessionListResponseSchema = z.object({
  data: z.array(sessionSchema),
  ...optionalTotals,
})

export type AccountSession = z.infer<typeof sessionSchema>

export const messageResponseSchema = z.object({ message: z.string() })
