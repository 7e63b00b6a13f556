import * as z from 'zod'
import { caseStudyListResponseSchema } from '#contract/case-studies.ts'
import { messageListResponseSchema } from '#contract/messages.ts'
import { postListResponseSchema, type Post } from '#contract/posts.ts'
import type { Ability } from '#contract/roles.ts'
import { userListResponseSchema } from '#contract/users.ts'
import { staffRequest } from '../api.ts'

interface PaletteLink {
  label: string
  hint?: string
  href: string
}

interface PaletteSearch {
  query: string
  signal: AbortSignal
  canEdit: (post: Pick<Post, 'author'>) => boolean
}

interface PaletteSource {
  heading: string
  ability?: Ability
  search(search: PaletteSearch): Promise<PaletteLink[]>
}

const MAX_RESULTS = 5

function source<Schema extends z.ZodType>(
  heading: string,
  ability: Ability | undefined,
  path: string,
  schema: Schema,
  toLinks: (response: z.output<Schema>, search: PaletteSearch) => PaletteLink[],
): PaletteSource {
  return {
    heading,
    ...(ability && { ability }),
    search: async (search) => {
      const { query, signal } = search
      const parameters = new URLSearchParams({ search: query, limit: String(MAX_RESULTS) })
      const separator = path.includes('?') ? '&' : '?'
      const response = await staffRequest(`${path}${separator}${parameters}`, schema, { signal })
      return toLinks(response, search).slice(0, MAX_RESULTS)
    },
  }
}

export const paletteSources: PaletteSource[] = [
  source(
    'Posts',
    undefined,
    '/api/blogs?status=all&drafts=editable',
    postListResponseSchema,
    ({ data }, { canEdit }) =>
      data.blogs.flatMap((post) => {
        const { id, slug, title, published, status = published ? 'published' : 'draft' } = post
        const isEditable = canEdit(post)
        if (!isEditable && !published) return []
        const href = isEditable ? `/admin/blogs/edit/${id}` : `/blog/${slug}`
        return [{ label: title, hint: status, href }]
      }),
  ),
  source(
    'Case studies',
    'editContent',
    '/api/case-studies',
    caseStudyListResponseSchema,
    ({ data }, { query }) =>
      data.caseStudies
        .filter(({ title, client }) => `${title} ${client}`.toLowerCase().includes(query.toLowerCase()))
        .map(({ id, title, client }) => ({
          label: title,
          hint: client,
          href: `/admin/case-studies/edit/${id}`,
        })),
  ),
  source('Messages', 'readMessages', '/api/messages', messageListResponseSchema, ({ data }) =>
    data.messages.map(({ id, subject, name }) => ({
      label: subject,
      hint: name,
      href: `/admin/messages?message=${encodeURIComponent(id)}`,
    })),
  ),
  source('People', 'manageUsers', '/api/users', userListResponseSchema, ({ data }) =>
    data.users.map(({ name, email }) => ({
      label: name,
      hint: email,
      href: `/admin/users?${new URLSearchParams({ search: email })}`,
    })),
  ),
]
