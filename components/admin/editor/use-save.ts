import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { dropDraft, draftKey } from './kept-draft.ts'
import {
  formOf,
  sameFields,
  storedPostOf,
  type CoverChange,
  type FieldErrors,
  type PostFields,
  type StoredPost,
} from './post-fields.ts'
import { readStored, sendPost, type OtherChange, type SendOutcome } from './send-post.ts'
import { editorTexts } from './texts.ts'

/** What somebody else has made of the post, and what we wanted to make of it. */
export interface Conflict {
  theirs: StoredPost
  change: OtherChange
  mine: PostFields
}

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Saves the post and returns to the list; what stands against it is told, and nothing typed is touched. */
export function useSave(stored: StoredPost | null) {
  const router = useRouter()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [idempotencyKey] = useState(newKey)
  const busy = useRef(false)
  /** An attempt to create it may have arrived although its answer did not. */
  const mayExist = useRef(false)

  async function attempt(fields: PostFields, cover: CoverChange, version: number | undefined) {
    const common = { idempotencyKey, onProgress: setProgress }
    const form = formOf(fields, cover, stored)
    const outcome = await sendPost({ ...common, id: stored?.id, form, version })
    if (outcome.kind === 'saved' && !stored && mayExist.current) {
      // The answer may be that of the earlier attempt, with what was typed then.
      const created = storedPostOf(outcome.post)
      return sendPost({
        ...common,
        id: created.id,
        form: formOf(fields, cover, created),
        version: created.version,
      })
    }
    if (outcome.kind === 'unanswered') mayExist.current = true
    return outcome
  }

  function finish() {
    dropDraft(draftKey(stored?.id))
    toast.success(stored ? editorTexts.updated : editorTexts.created)
    void queries.invalidateQueries()
    router.push('/admin/blogs')
    router.refresh()
  }

  /** Whether it was saved after all: the stored post is what we wanted it to be. */
  async function meetConflict(fields: PostFields, cover: CoverChange, change: OtherChange): Promise<boolean> {
    const post = stored && (await readStored(stored.id))
    if (!post) {
      toast.error(editorTexts.notSaved)
      return false
    }
    const theirs = storedPostOf(post)
    if (!cover.file && !cover.removed && sameFields(theirs.fields, fields)) return true
    setConflict({ theirs, change, mine: fields })
    return false
  }

  async function isSaved(outcome: SendOutcome, fields: PostFields, cover: CoverChange): Promise<boolean> {
    switch (outcome.kind) {
      case 'saved':
        return true
      case 'outdated':
        return meetConflict(fields, cover, outcome.change)
      case 'refused':
        setErrors(outcome.fields)
        toast.error(editorTexts.notSaved, { description: outcome.message })
        return false
      case 'unanswered':
        toast.error(editorTexts.notSaved)
        return false
    }
  }

  /** A second call before the first has ended does nothing. */
  async function save(fields: PostFields, cover: CoverChange, version = stored?.version) {
    if (busy.current) return
    busy.current = true
    setErrors({})
    setProgress(0)
    setConflict(null)
    if (await isSaved(await attempt(fields, cover, version), fields, cover)) return finish()
    busy.current = false
    setProgress(null)
  }

  return { save, progress, errors, setErrors, conflict, closeConflict: () => setConflict(null) }
}
