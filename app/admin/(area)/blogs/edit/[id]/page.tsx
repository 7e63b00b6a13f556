import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { PostEditorLoader } from '#components/admin/editor/post-editor-loader.tsx'
import { toStoredPost } from '#components/admin/editor/post-fields.ts'
import { RemovedPost } from '#components/admin/posts/removed-post.tsx'
import { Forbidden } from '#components/admin/ui/forbidden.tsx'
import { isRemovedStatus } from '#contract/post-status.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { hasRevisions } from '#lib/revisions/queries.ts'
import { getWritingSettings } from '#lib/settings/staff-settings.ts'
import {
  getChangedPost,
  listAuthorChoices,
  listCategoryOptions,
  listTagNames,
} from '#lib/blog/staff-queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Edit Post')

export default async function EditPostPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const staff = await requireStaff(`/admin/blogs/edit/${id}`)
  const [found, knownTags, options, categories, hasHistory, { publishing }] = await Promise.all([
    getChangedPost(staff, id),
    listTagNames(staff),
    listAuthorChoices(staff),
    listCategoryOptions(staff),
    hasRevisions(staff, id),
    getWritingSettings(staff),
  ])
  if (!found) return <LoadFailure />
  const { post, storedAuthor, isEditable } = found
  if (!isEditable)
    return (
      <Forbidden title="You can only edit your own posts">
        “{post.title}” is by {post.author.name}. Ask them, an editor or an owner for a change.
      </Forbidden>
    )
  const { title, version, status, purgeAt } = post
  if (isRemovedStatus(status))
    return <RemovedPost post={{ id: post.id, title, published: false, version, status, purgeAt }} />
  return (
    <PostEditorLoader
      key={post.id}
      post={toStoredPost(post)}
      knownTags={knownTags}
      authors={{ own: post.author.name, stored: storedAuthor, options }}
      categories={categories}
      hasHistory={hasHistory}
      hasSchedule={post.publishAt !== undefined}
      publishing={post.seo ? publishing : null}
    />
  )
}
