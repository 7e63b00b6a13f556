import { EditorLoader } from '#components/admin/editor/editor-loader.tsx'
import { staffMetadata } from '#lib/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { listAuthors, listTagNames } from '#lib/blog/staff-queries.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('New Post')

export default async function NewPostPage() {
  const staff = await requireStaff('/admin/blogs/new')
  const [knownTags, authors] = await Promise.all([listTagNames(staff), listAuthors(staff)])
  const own = staff.user.name
  // The empty choice stands for the signed-in account.
  const options = authors.filter(({ name }) => name !== own)
  return <EditorLoader post={null} knownTags={knownTags} authors={{ own, options }} />
}
