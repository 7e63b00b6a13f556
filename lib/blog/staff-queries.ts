import { unstable_rethrow } from 'next/navigation'
import type { $ZodType } from 'zod/v4/core'
import * as z from 'zod'
import {
  categoryListResponseSchema,
  type Category,
  staffCategoryListResponseSchema,
} from '#contract/categories.ts'
import {
  authorListResponseSchema,
  barePostResponseSchema,
  postListResponseSchema,
  postRefSchema,
  tagListResponseSchema,
  type Post,
  postResponseSchema,
} from '#contract/posts.ts'
import { can, canEditPost } from '#contract/roles.ts'
import { staffTagListResponseSchema, type StaffTagListQuery, type StaffTagPage } from '#contract/tags.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import type { CallName } from '../upstream/calls.ts'
import { callForJson, callIfSupported } from '../upstream/client.ts'
import { isForbidden, isNotFound } from '../upstream/errors.ts'
import { staffListQuery, toStaffPage, type StaffListState, type StaffPage } from './staff-list.ts'

/** Returns null when the list cannot be loaded; the page then loads it in the browser. */
export async function getStaffPage(staff: Staff, state: StaffListState): Promise<StaffPage | null> {
  const now = Date.now()
  try {
    const query = staffListQuery(state, now)
    const { data } = await readAsStaff(staff, (headers) =>
      callForJson('listPosts', postListResponseSchema, { query, headers }),
    )
    return toStaffPage(data, state, now)
  } catch (error) {
    unstable_rethrow(error)
    log.error({ err: error }, 'the staff list could not be read')
    return null
  }
}

export async function getPostForStaff(staff: Staff, id: string): Promise<Post | null> {
  if (!postRefSchema.safeParse(id).success) return null
  try {
    const { data } = await readAsStaff(staff, (headers) =>
      callForJson('getPost', barePostResponseSchema, { ref: id, headers }),
    )
    return data.data
  } catch (error) {
    unstable_rethrow(error)
    if (!isNotFound(error)) log.error({ err: error, id }, 'a post could not be read')
    return null
  }
}

export interface AuthorOption {
  value: string
  name: string
}

export type CategoryOption = Pick<Category, 'slug' | 'name'>

async function readList<Item>(
  staff: Staff,
  name: CallName,
  schema: $ZodType<{ data: Item[] }>,
  what: string,
): Promise<Item[]> {
  try {
    const list = await readAsStaff(staff, (headers) => callIfSupported(name, schema, { headers }))
    return list?.data ?? []
  } catch (error) {
    unstable_rethrow(error)
    log.error({ err: error }, `${what} could not be read`)
    return []
  }
}

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

/** An upstream without tag management returns only names. */
const responseSchema = z.union([staffTagListResponseSchema, tagListResponseSchema])

export async function listStaffTags(staff: Staff, query: StaffTagListQuery): Promise<StaffTagPage | null> {
  const data = await readAsStaff(staff, (headers) =>
    callIfSupported('listTags', responseSchema, { query, headers }),
  )
  return data && 'reindexing' in data ? data : null
}

export const listStaffCategories = (
  staff: Staff,
): Promise<z.infer<typeof staffCategoryListResponseSchema> | null> =>
  readAsStaff(staff, (headers) =>
    callIfSupported('listCategories', staffCategoryListResponseSchema, { headers }),
  )

async function readChanges(staff: Staff, post: Post): Promise<Post | null> {
  if (!post.workingCopy) return post
  try {
    const { data } = await readAsStaff(staff, (headers) =>
      callForJson('getWorkingCopy', postResponseSchema, { ref: post.id, headers }),
    )
    return data.data
  } catch (error) {
    unstable_rethrow(error)
    // Authors cannot read the changes of others, and someone may have published them meanwhile.
    if (isForbidden(error) || isNotFound(error)) return getPostForStaff(staff, post.id)
    log.error({ err: error, id: post.id }, 'a working copy could not be read')
    return null
  }
}

interface ChangedPost {
  post: Post
  storedAuthor: string | undefined
  isEditable: boolean
}

/** Only the stored author decides who may edit the post, because the changes may name another one. */
export async function getChangedPost(staff: Staff, id: string): Promise<ChangedPost | null> {
  const stored = await getPostForStaff(staff, id)
  const post = stored && (await readChanges(staff, stored))
  if (!stored || !post) return null
  return { post, storedAuthor: stored.author.slug, isEditable: canEditPost(staff.user, stored) }
}
