import { z } from 'zod'

export const roles = ['owner', 'editor', 'author'] as const
export type Role = (typeof roles)[number]

/** An upstream without these roles decides by itself, so its accounts count as owners. */
export const roleSchema = z.enum(roles).catch('owner')

const abilities = {
  /** Own posts and own media. */
  writePosts: ['owner', 'editor', 'author'],
  editContent: ['owner', 'editor'],
  readMessages: ['owner', 'editor'],
  readFigures: ['owner', 'editor'],
  readActivity: ['owner', 'editor'],
  manageUsers: ['owner'],
  manageSettings: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Ability = keyof typeof abilities

export const rolesWith = (ability: Ability): readonly Role[] => abilities[ability]

export const can = (role: Role, ability: Ability): boolean => rolesWith(ability).includes(role)

interface Writer {
  role: Role
  /** The slug of the author of this person's posts; unknown from an upstream without roles. */
  author?: string | undefined
}

/** Authors edit their own posts only. */
export const canEditPost = (
  { role, author }: Writer,
  post: { author: { slug?: string | undefined } },
): boolean => can(role, 'editContent') || (author !== undefined && post.author.slug === author)

export const forbiddenMessage = (ability: Ability): string =>
  `Only ${abilities[ability].map((role) => `${role}s`).join(' and ')} can do this.`
