import { useState } from 'react'
import { DraftOffer } from './draft-offer.tsx'
import { EditorForm } from './editor-form.tsx'
import { draftKey, dropDraft, readDraft, stateOf } from './kept-draft.ts'
import { emptyFields, sameFields, type StoredPost } from './post-fields.ts'

export interface PostEditorProps {
  /** None for a new post. */
  post: StoredPost | null
  knownTags: string[]
}

/** What the form starts from: the stored post, the text this browser kept, or what somebody else has saved. */
export function PostEditor({ post, knownTags }: PostEditorProps) {
  const key = draftKey(post?.id)
  const [start, setStart] = useState({ stored: post, fields: post?.fields ?? emptyFields, turn: 0 })
  const [offer, setOffer] = useState(() => {
    const draft = readDraft(key)
    return draft && !sameFields(draft.fields, post?.fields ?? emptyFields) ? draft : null
  })

  const restore = () => {
    if (!offer) return
    // With the version it started from, so that saving it over a newer one is refused and asked about.
    const stored = post && { ...post, version: offer.version ?? post.version }
    setStart(({ turn }) => ({ stored, fields: offer.fields, turn: turn + 1 }))
    setOffer(null)
  }
  const discard = () => {
    dropDraft(key)
    setOffer(null)
  }

  return (
    <>
      {offer && (
        <DraftOffer
          draft={offer}
          outdated={offer.startedFrom !== stateOf(post)}
          onRestore={restore}
          onDiscard={discard}
        />
      )}
      <div inert={offer !== null} className={offer ? 'opacity-50' : undefined}>
        <EditorForm
          key={start.turn}
          stored={start.stored}
          initial={start.fields}
          knownTags={knownTags}
          onTakeTheirs={(theirs) => {
            dropDraft(key)
            setStart(({ turn }) => ({ stored: theirs, fields: theirs.fields, turn: turn + 1 }))
          }}
        />
      </div>
    </>
  )
}
