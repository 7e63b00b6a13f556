import * as z from 'zod'

export const roles = ['owner', 'editor', 'author'] as const
export type Role = (typeof roles)[number]

export const roleNouns: Record<Role, string> = { owner: 'an owner', editor: 'an editor', author: 'an author' }

/** An upstream without these roles checks permissions itself, so its accounts count as owners here. */
export const roleSchema = z.enum(roles).catch('owner')

const abilities = {
  writePosts: ['owner', 'editor', 'author'],
  editContent: ['owner', 'editor'],
  readMessages: ['owner', 'editor'],
  readFigures: ['owner', 'editor'],
  readActivity: ['owner', 'editor'],
  manageUsers: ['owner'],
  manageSettings: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Ability = keyof typeof abilities

export function can(role: Role, ability: Ability): boolean {
  const allowed: readonly Role[] = abilities[ability]
  return allowed.includes(role)
}

interface Writer {
  role: Role
  /** The slug of this person's author; unknown for an upstream without roles. */
  author?: string | undefined
}

/** Authors can edit only their own posts. */
export const canEditPost = (
  { role, author }: Writer,
  post: { author: { slug?: string | undefined } },
): boolean => can(role, 'editContent') || (author !== undefined && post.author.slug === author)

export const forbiddenMessage = (ability: Ability): string =>
  `Only ${abilities[ability].map((role) => `${role}s`).join(' and ')} can do this.`
