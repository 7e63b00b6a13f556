import '#components/admin/editor/editor.css'
import { LoadFailure } from '#components/admin/editor/load-failure.tsx'
import { Article } from '#components/blog/article.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { staffMetadata } from '#lib/admin/metadata.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getRelatedPosts } from '#lib/blog/queries.ts'
import { readPostForStaff } from '#lib/blog/staff-post.ts'
import { absoluteUrl } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Preview')

/** The page of a post as visitors will see it. */
export default async function PreviewPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const staff = await requireStaff(`/admin/blogs/preview/${id}`)
  const post = await readPostForStaff(staff, id)
  if (!post) return <LoadFailure />
  const related = await getRelatedPosts(post)
  return (
    <div className="staff-preview">
      <div role="note" className="staff-preview-mark">
        <p className="font-semibold">{post.published ? 'Preview of a published post' : 'Draft preview'}</p>
        <p className="grow text-sm">
          {post.published ? 'This is what visitors see.' : 'Only signed-in staff can see this page.'}
        </p>
        <SiteLink href={`/admin/blogs/edit/${post.id}`} className="link inline-flex min-h-11 items-center">
          Edit
        </SiteLink>
      </div>
      <Article post={post} related={related} url={absoluteUrl(`/blog/${post.slug}`)} preview />
    </div>
  )
}
