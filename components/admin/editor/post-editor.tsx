import { useState } from 'react'
import { toast } from 'sonner'
import { v4 as createUuid } from 'uuid'
import { DraftList, useClosedDrafts } from './draft-list.tsx'
import { listHeldDrafts, readCover, readDraft, type UnsavedDraft } from './drafts.ts'
import { EditorForm, type EditorStart } from './editor-form.tsx'
import { emptyFields, sameFields, toNewPost, unchangedCover } from './post-fields.ts'
import type { AuthorChoice, StoredPost } from './post-fields.ts'

export interface PostEditorProps {
  post: StoredPost | null
  knownTags: string[]
  authors: AuthorChoice
  onCreated: (id: string) => void
}

/** Each editor has its own draft, so that two tabs never write to the same one. */
const startFrom = (stored: StoredPost | null): EditorStart => ({
  draftId: createUuid(),
  stored,
  fields: stored?.fields ?? emptyFields,
  cover: unchangedCover,
  restored: false,
})

export function PostEditor({ post: loaded, knownTags, authors, onCreated }: PostEditorProps) {
  const [post, setPost] = useState(loaded)
  const [start, setStart] = useState(() => startFrom(post))
  const { drafts, refresh } = useClosedDrafts(start.draftId)
  const offered = drafts.filter(
    ({ postId, fields, cover }) =>
      (!post || postId === post.id) &&
      (cover !== 'unchanged' || !sameFields(fields, post?.fields ?? emptyFields)),
  )

  const restore = async ({ id }: UnsavedDraft) => {
    const draft = (await listHeldDrafts()).has(id) ? null : readDraft(id)
    if (!draft) {
      toast.info('This draft is open in another tab.')
      return refresh()
    }
    const cover = await readCover(draft)
    const isOrphan = draft.postId !== null && !post
    if (!cover) toast.error('The chosen cover image is no longer in this browser. Choose it again.')
    else if (isOrphan && !cover.file && draft.fields.coverAlt)
      toast.info('The cover image was deleted with the post. Choose it again.')
    setStart({
      draftId: draft.id,
      // Keeps the version the draft is based on, so that saving it over a newer one is a conflict.
      stored: post && { ...post, version: draft.version ?? post.version },
      fields: isOrphan ? toNewPost(draft.fields, authors) : draft.fields,
      cover: isOrphan || !cover ? { ...unchangedCover, file: cover?.file ?? null } : cover,
      restored: true,
    })
  }

  return (
    <>
      <DraftList drafts={offered} post={post} onRestore={(draft) => void restore(draft)} onChange={refresh} />
      <EditorForm
        key={start.draftId}
        start={start}
        knownTags={knownTags}
        authors={authors}
        onCreated={(created) => {
          setPost(created)
          onCreated(created.id)
        }}
        onUseTheirs={(theirs) => setStart({ ...startFrom(theirs), restored: true })}
      />
    </>
  )
}
