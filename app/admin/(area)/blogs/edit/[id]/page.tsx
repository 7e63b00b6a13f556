import { EditorLoader } from '#components/admin/editor/editor-loader.tsx'
import { LoadFailure } from '#components/admin/editor/load-failure.tsx'
import { storedPostOf } from '#components/admin/editor/post-fields.ts'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { readPostForStaff, readTagNames } from '#lib/blog/staff-post.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Edit Post')

export default async function EditPostPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const staff = await requireStaff(`/admin/blogs/edit/${id}`)
  const [post, knownTags] = await Promise.all([readPostForStaff(staff, id), readTagNames(staff)])
  if (!post) return <LoadFailure />
  return (
    <>
      <h1 className="sr-only">Edit Post</h1>
      {/* The key of the state: going from one post to another begins anew. */}
      <EditorLoader key={post.id} post={storedPostOf(post)} knownTags={knownTags} />
    </>
  )
}
