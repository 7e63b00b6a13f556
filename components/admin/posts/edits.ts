import { barePostResponseSchema, type Post } from '#contract/posts.ts'
import { staffRequest, versionHeader } from '../api.ts'
import { isIn } from '../editor/post-fields.ts'
import { repeatable, type Undo } from './changes.ts'

export interface Edits {
  addedTags: string[]
  removedTags: string[]
  /** A slug, empty for none; undefined leaves each post in its category. */
  category?: string | undefined
  author?: string | undefined
}

const categoryOf = (post: Post) => post.category?.slug ?? ''

const toFields = (post: Post): Record<string, string | undefined> => ({
  tags: JSON.stringify(post.tags),
  category: categoryOf(post),
  author: post.author.slug,
})

function editTags({ tags }: Post, { addedTags, removedTags }: Edits): string[] | undefined {
  const rest = tags.filter((tag) => !isIn(removedTags, tag))
  const added = addedTags.filter((tag) => !isIn(rest, tag))
  return rest.length === tags.length && added.length === 0 ? undefined : [...rest, ...added]
}

function compare(post: Post, edits: Edits) {
  const { category, author } = edits
  const [edited, former] = [new FormData(), new FormData()]
  const tags = editTags(post, edits)
  if (tags) {
    edited.set('tags', JSON.stringify(tags))
    former.set('tags', JSON.stringify(post.tags))
  }
  if (category !== undefined && category !== categoryOf(post)) {
    edited.set('category', category)
    former.set('category', categoryOf(post))
  }
  if (author !== undefined && post.author.slug !== undefined && author !== post.author.slug) {
    edited.set('author', author)
    former.set('author', post.author.slug)
  }
  return { edited, former, isSame: [...edited].length === 0 }
}

/** Reads the post first, so that tags which someone else added meanwhile stay. Returns null when nothing has changed. */
export async function editPost({ id }: { id: string }, edits: Edits): Promise<Undo | null> {
  const path = `/api/blogs/${encodeURIComponent(id)}`
  const put = async (form: FormData, version: number | undefined) => {
    const request = { method: 'PUT', form, headers: versionHeader(version) } as const
    return (await staffRequest(path, barePostResponseSchema, request)).data
  }
  const { data: post } = await staffRequest(path, barePostResponseSchema)
  const { edited, former, isSame } = compare(post, edits)
  if (isSame) return null
  const { version } = await put(edited, post.version)
  return repeatable(
    id,
    () => put(former, version),
    (current) => [...former].every(([name, value]) => value === toFields(current)[name]),
  )
}
