import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { toast } from 'sonner'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ContentField } from './content-field.tsx'
import { CoverField } from './cover-field.tsx'
import { DetailFields } from './detail-fields.tsx'
import { addTags, postFormSchema, unchangedCover } from './post-fields.ts'
import type { AuthorChoice, CoverChange, PostFields, StoredPost } from './post-fields.ts'
import { SaveBar } from './save-bar.tsx'
import { TitleField } from './title-field.tsx'
import { useEditedFields } from './use-edited-fields.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSavePost } from './use-save-post.ts'
import { useUnsavedDraft } from './use-unsaved-draft.ts'

const fieldNames = ['title', 'content', 'excerpt', 'slug', 'author', 'tags', 'published', 'coverAlt'] as const

export interface EditorStart {
  draftId: string
  stored: StoredPost | null
  fields: PostFields
  cover: CoverChange
  /** True when the form replaces another one, whose focus it takes over. */
  restored: boolean
}

interface EditorFormProps {
  start: EditorStart
  knownTags: string[]
  authors: AuthorChoice
  onCreated: (post: StoredPost) => void
  onUseTheirs: (theirs: StoredPost) => void
}

export function EditorForm({ start, knownTags, authors, onCreated, onUseTheirs }: EditorFormProps) {
  const methods = useForm({
    defaultValues: start.fields,
    resolver: zodResolver(postFormSchema, undefined, { raw: true }),
    reValidateMode: 'onSubmit',
  })
  const { handleSubmit, getValues, setValue, setFocus, setError } = methods
  const [stored, setStored] = useState(start.stored)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [cover, setCover] = useState(start.cover)
  const [tagText, setTagText] = useState('')
  const [uploads, setUploads] = useState(0)
  const [confirmingOffline, setConfirmingOffline] = useState(false)

  const countUploads = useCallback((difference: number) => setUploads((count) => count + difference), [])

  const { getFields, onEdit, dirty } = useEditedFields(methods, { tagText, knownTags, cover, stored })

  const showErrors = (messages: Record<string, string>) => {
    const invalid = fieldNames.filter((name) => messages[name])
    for (const name of invalid.toReversed())
      setError(name, { message: messages[name] }, { shouldFocus: true })
    if (messages['coverImage']) setError('root.coverImage', { message: messages['coverImage'] })
  }
  const { save, progress, conflict, closeConflict } = useSavePost({
    stored,
    onInvalid: showErrors,
    onSavedInPlace: (saved, sent) => {
      // The text stays as typed; the upstream decides the URL, the author and the spelling of tags.
      const { slug, author, tags } = saved.fields
      const { published } = getValues()
      setStored({ ...saved, fields: { ...sent.fields, slug, author, tags, published } })
      if (JSON.stringify(getValues('tags')) === JSON.stringify(sent.fields.tags)) setValue('tags', tags)
      setCover((current) => (current === sent.cover ? unchangedCover : current))
      setSavedAt(new Date().toISOString())
      if (!stored) onCreated(saved)
    },
    onLeave: () => {
      guard.allow()
      draft.close()
    },
  })
  const saving = progress !== null
  const draft = useUnsavedDraft(start.draftId, { getFields, onEdit, cover, stored, dirty, saving })
  const guard = useLeaveGuard(dirty)

  const addTypedTag = (): boolean => {
    const { tags, error } = addTags(getValues('tags'), tagText, knownTags)
    if (error) {
      setError('tags', { message: error }, { shouldFocus: true })
      return false
    }
    setValue('tags', tags)
    setTagText('')
    return true
  }

  /** Without `published` the checkbox decides. */
  const submit = (published?: boolean, inPlace = false) => {
    if (saving || !addTypedTag()) return
    void handleSubmit(
      (input) => {
        const wanted = { ...input, published: published ?? input.published }
        if (uploads > 0) toast.info('An image is still being uploaded.')
        else if (stored?.published && !wanted.published) setConfirmingOffline(true)
        else return save({ fields: wanted, cover, inPlace })
      },
      () => {
        const { title, content } = getValues()
        if (title.trim() === '' || content.trim() === '')
          toast.error('Please fill in the title and content fields.')
      },
    )()
  }

  const saveInPlace = () => {
    if (!dirty) toast.info('There are no changes to save.')
    else if (stored?.published) {
      draft.backUp()
      toast.info('This post is live, so your changes were not saved to the site.', {
        description: 'They are backed up in this browser. Choose Publish to update the live post.',
      })
    } else submit(false, true)
  }
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!conflict && !confirmingOffline && !guard.confirming) saveInPlace()
  })
  const takeFocus = useEffectEvent(() => {
    if (start.restored) setFocus('title')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onShortcut(event)
    window.addEventListener('keydown', listen)
    takeFocus()
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <FormProvider {...methods}>
      <form
        method="post"
        noValidate
        aria-label="Blog post"
        className="editor"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SaveBar
          draftId={start.draftId}
          stored={stored}
          dirty={dirty}
          backup={draft.backup}
          savedAt={savedAt}
          progress={progress}
          onDraft={() => submit(false)}
          onPublish={() => submit(true)}
          onPreview={draft.backUp}
        />
        {/* Makes Enter in a text field submit the form. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        <TitleField />
        <ContentField onUploads={countUploads} />
        <div className="editor-details">
          <DetailFields
            stored={stored}
            knownTags={knownTags}
            authors={authors}
            tagText={tagText}
            onTagText={setTagText}
          />
          <CoverField
            stored={stored?.cover ?? null}
            cover={cover}
            onChange={setCover}
            onUploads={countUploads}
          />
        </div>
      </form>
      <ConfirmDialog
        open={confirmingOffline}
        title="Take this post offline?"
        question="This post is live. Saving it as a draft takes it off the site until it is published again."
        confirmLabel="Save as draft"
        onClose={() => setConfirmingOffline(false)}
        onConfirm={() => {
          setConfirmingOffline(false)
          void save({ fields: { ...getValues(), published: false }, cover, inPlace: false })
        }}
      />
      <ConfirmDialog
        open={guard.confirming}
        title="Leave without saving?"
        question="This post has unsaved changes. A backup stays in this browser and is offered when you come back."
        confirmLabel="Leave"
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          authors={authors}
          onClose={closeConflict}
          onUseTheirs={() => {
            draft.close()
            onUseTheirs(conflict.theirs)
          }}
          onOverwrite={() => void save(conflict.mine, conflict.theirs.version)}
        />
      )}
    </FormProvider>
  )
}
