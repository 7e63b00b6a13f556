import * as z from 'zod'
import { linkTokenSchema, newPasswordSchema, personNameSchema } from './accounts.ts'
import { limitUpTo, queryText } from './lists.ts'
import { roles } from './roles.ts'
import { emailField } from './text.ts'

export const USERS_PER_PAGE = 20

const role = z.enum(roles, `Role must be one of ${roles.join(', ')}`)

export const userListQuerySchema = z.object({
  search: queryText,
  status: z.enum(['active', 'disabled']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: limitUpTo(1000).catch(USERS_PER_PAGE),
})

const staffUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  author: z.string(),
  posts: z.number().int().nonnegative(),
  createdAt: z.iso.datetime(),
  /** May be a few minutes old. */
  lastSeenAt: z.iso.datetime().nullable(),
  disabled: z.boolean(),
  version: z.number().int().positive().optional(),
})

export const userListResponseSchema = z.object({
  data: z.object({ users: z.array(staffUserSchema) }),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})
export const userResponseSchema = z.object({ data: staffUserSchema })

export const userChangeSchema = z.object({ role: role.optional(), disabled: z.boolean().optional() })

/** `postsTo` is the id of the account that gets the posts of a deleted one. */
export const userDeletionSchema = z.object({
  postsTo: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .catch(undefined),
})

const linkSchema = z.object({ link: z.url(), expiresAt: z.iso.datetime() })
export const resetLinkResponseSchema = z.object({ data: linkSchema })

export const invitationInputSchema = z.object({ email: emailField().check(z.toLowerCase()), role })

const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Null when that account was deleted. */
  invitedBy: z.string().nullable(),
})

export const invitationListResponseSchema = z.object({
  data: z.object({ invitations: z.array(invitationSchema) }),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})

/** The link is part of this response only, because its token is stored as a hash. */
export const invitationResponseSchema = z.object({
  data: invitationSchema.extend({ link: z.url(), emailed: z.boolean(), replaced: z.boolean().optional() }),
})

export const linkQuerySchema = z.object({ token: linkTokenSchema.catch('') })

export const acceptInvitationSchema = z.object({
  token: linkTokenSchema,
  name: personNameSchema,
  password: newPasswordSchema,
})
export const invitationLinkResponseSchema = z.object({ data: z.object({ email: z.string(), role }) })

export type StaffUser = z.infer<typeof staffUserSchema>
export type UserListQuery = z.infer<typeof userListQuerySchema>
export type UserPage = z.infer<typeof userListResponseSchema>
export type UserChange = z.infer<typeof userChangeSchema>
export type Invitation = z.infer<typeof invitationSchema>
export type InvitationInput = z.infer<typeof invitationInputSchema>
