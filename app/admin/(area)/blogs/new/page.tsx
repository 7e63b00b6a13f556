import { EditorLoader } from '#components/admin/editor/editor-loader.tsx'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { readTagNames } from '#lib/blog/staff-post.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('New Post')

export default async function NewPostPage() {
  const staff = await requireStaff('/admin/blogs/new')
  return (
    <>
      <h1 className="sr-only">New Post</h1>
      <EditorLoader post={null} knownTags={await readTagNames(staff)} />
    </>
  )
}
