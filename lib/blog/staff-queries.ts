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
import { bearer, callForJson } from '../upstream/client.ts'
import { isNotFound, isUnsupportedCall } from '../upstream/errors.ts'
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

export async function listAuthors({ token }: Staff): Promise<AuthorOption[]> {
  try {
    const headers = bearer(token)
    const { data } = await callForJson('listAuthors', authorListResponseSchema, { headers })
    return data.data.map(({ name, slug }) => ({ name, value: slug ?? name }))
  } catch (error) {
    if (!isUnsupportedCall(error)) log.error({ err: error }, 'the authors could not be read')
    return []
  }
}

/** Empty when the upstream has no categories, or none of its own. */
export async function listCategoryOptions({ token }: Staff): Promise<CategoryOption[]> {
  try {
    const headers = bearer(token)
    const { data } = await callForJson('listCategories', categoryListResponseSchema, { headers })
    return data.data.map(({ slug, name }) => ({ slug, name }))
  } catch (error) {
    if (!isUnsupportedCall(error)) log.error({ err: error }, 'the categories could not be read')
    return []
  }
}
/** Authors write under their own name; editors can assign a post to anyone. */
export const listAuthorChoices = async (staff: Staff): Promise<AuthorOption[]> =>
  can(staff.user.role, 'editContent') ? listAuthors(staff) : []

export async function listTagNames({ token }: Staff): Promise<string[]> {
  try {
    const { data } = await callForJson('listTags', tagListResponseSchema, { headers: bearer(token) })
    return data.data.map(({ name }) => name)
  } catch (error) {
    if (!isUnsupportedCall(error)) log.error({ err: error }, 'the tags could not be read')
    return []
  }
}
