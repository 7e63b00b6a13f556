import type { $ZodType } from 'zod/v4/core'
import { categoryListResponseSchema, type Category } from '#contract/categories.ts'
import {
  authorListResponseSchema,
  barePostResponseSchema,
  postListResponseSchema,
  postRefSchema,
  tagListResponseSchema,
  type Post,
} from '#contract/posts.ts'
import { can } from '#contract/roles.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { listOrNone } from '../optional-list.ts'
import type { CallName } from '../upstream/calls.ts'
import { bearer, callForJson, callIfSupported } from '../upstream/client.ts'
import { isNotFound } from '../upstream/errors.ts'
import { staffListQuery, toStaffPage, type StaffListState, type StaffPage } from './staff-list.ts'

/** Returns null when the list cannot be loaded; the page then loads it in the browser. */
export async function getStaffPage({ token }: Staff, state: StaffListState): Promise<StaffPage | null> {
  const now = Date.now()
  try {
    const query = staffListQuery(state, now)
    const { data } = await callForJson('listPosts', postListResponseSchema, { query, headers: bearer(token) })
    return toStaffPage(data, state, now)
  } catch (error) {
    log.error({ err: error }, 'the staff list could not be read')
    return null
  }
}

export async function getPostForStaff({ token }: Staff, id: string): Promise<Post | null> {
  if (!postRefSchema.safeParse(id).success) return null
  try {
    const headers = bearer(token)
    return (await callForJson('getPost', barePostResponseSchema, { ref: id, headers })).data.data
  } catch (error) {
    if (!isNotFound(error)) log.error({ err: error, id }, 'a post could not be read')
    return null
  }
}

export interface AuthorOption {
  value: string
  name: string
}

export type CategoryOption = Pick<Category, 'slug' | 'name'>

/** Empty when the upstream lacks the call. */
const readList = <Item>(
  { token }: Staff,
  name: CallName,
  schema: $ZodType<{ data: Item[] }>,
  what: string,
): Promise<Item[]> =>
  listOrNone(what, async () => (await callIfSupported(name, schema, { headers: bearer(token) }))?.data ?? [])

export async function listAuthors(staff: Staff): Promise<AuthorOption[]> {
  const authors = await readList(staff, 'listAuthors', authorListResponseSchema, 'authors')
  return authors.map(({ name, slug }) => ({ name, value: slug ?? name }))
}

/** Empty when the upstream has no categories, or none of its own. */
export async function listCategoryOptions(staff: Staff): Promise<CategoryOption[]> {
  const categories = await readList(staff, 'listCategories', categoryListResponseSchema, 'categories')
  return categories.map(({ slug, name }) => ({ slug, name }))
}

/** Authors write under their own name; editors can assign a post to anyone. */
export const listAuthorChoices = async (staff: Staff): Promise<AuthorOption[]> =>
  can(staff.user.role, 'editContent') ? listAuthors(staff) : []

export async function listTagNames(staff: Staff): Promise<string[]> {
  const tags = await readList(staff, 'listTags', tagListResponseSchema, 'tags')
  return tags.map(({ name }) => name)
}
