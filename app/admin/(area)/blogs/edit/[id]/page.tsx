import { EditorLoader, LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { toStoredPost } from '#components/admin/editor/post-fields.ts'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getPostForStaff, listAuthors, listTagNames } from '#lib/blog/staff-queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Edit Post')

export default async function EditPostPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const staff = await requireStaff(`/admin/blogs/edit/${id}`)
  const [post, knownTags, options] = await Promise.all([
    getPostForStaff(staff, id),
    listTagNames(staff),
    listAuthors(staff),
  ])
  if (!post) return <LoadFailure />
  return (
    // The key resets the form between posts.
    <EditorLoader
      key={post.id}
      post={toStoredPost(post)}
      knownTags={knownTags}
      authors={{ own: post.author.name, options }}
    />
  )
}
