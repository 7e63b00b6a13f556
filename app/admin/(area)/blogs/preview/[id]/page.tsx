import '#components/site/article.css'
import '#components/blog/blog.css'
import '#components/admin/editor/drafts.css'
import { LoadFailure } from '#components/admin/editor/editor-loader.tsx'
import { PreviewMark, savedPreviewNote } from '#components/admin/editor/preview-mark.tsx'
import { UnsavedPreview } from '#components/admin/editor/unsaved-preview.tsx'
import { RenderedArticle } from '#components/blog/rendered-article.tsx'
import type { Post } from '#contract/posts.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { getRelatedPosts } from '#lib/blog/queries.ts'
import { listAuthors, listCategoryOptions, getChangedPost } from '#lib/blog/staff-queries.ts'
import { absoluteUrl, staffMetadata } from '#lib/metadata.ts'

export const dynamic = 'force-dynamic'
export const metadata = staffMetadata('Preview')

const NEVER_SAVED_ID = 'new'

interface PreviewProps {
  params: Promise<{ id: string }>
  searchParams: Promise<{ draft?: string | string[] }>
}

export default async function PreviewPage({ params, searchParams }: PreviewProps) {
  const [{ id }, { draft }] = await Promise.all([params, searchParams])
  const staff = await requireStaff(`/admin/blogs/preview/${id}`)
  const isUnsaved = typeof draft === 'string'
  const isNew = isUnsaved && id === NEVER_SAVED_ID
  const found = isNew ? null : await getChangedPost(staff, id)
  if (!found && !isNew) return <LoadFailure />
  const related = found ? await getRelatedPosts(found.post) : []
  if (isUnsaved) {
    const [authors, categories] = await Promise.all([listAuthors(staff), listCategoryOptions(staff)])
    return (
      <UnsavedPreview
        draftId={draft}
        post={found?.post ?? null}
        related={related}
        author={staff.user.name}
        authors={authors}
        categories={categories}
      />
    )
  }
  return found && <SavedPreview {...found} related={related} />
}

function titleOf({ published, status, workingCopy }: Post): string {
  if (workingCopy) return 'Preview of unpublished changes'
  if (status === 'trash') return 'Preview of a post in the trash'
  if (status === 'archived') return 'Preview of an archived post'
  return published ? 'Preview of a published post' : 'Draft preview'
}

type SavedPreviewProps = Pick<Parameters<typeof RenderedArticle>[0], 'post' | 'related'> & {
  isEditable: boolean
}

function SavedPreview({ post, related, isEditable }: SavedPreviewProps) {
  return (
    <div className="staff-preview">
      <PreviewMark
        title={titleOf(post)}
        note={savedPreviewNote(post.published && !post.workingCopy)}
        link={isEditable ? { href: `/admin/blogs/edit/${post.id}`, text: 'Edit' } : null}
      />
      <RenderedArticle post={post} related={related} url={absoluteUrl(`/blog/${post.slug}`)} preview />
    </div>
  )
}
