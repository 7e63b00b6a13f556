import type { Role } from '#contract/roles.ts'

export const roleNames: Record<Role, string> = { owner: 'Owner', editor: 'Editor', author: 'Author' }

export const roleRights: Record<Role, string> = {
  owner: 'Everything, including users and settings.',
  editor: 'All content, messages and analytics.',
  author: 'Their own posts and images.',
}
