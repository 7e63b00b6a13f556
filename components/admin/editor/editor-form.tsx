import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { Field } from '#components/ui/field.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ContentField } from './content-field.tsx'
import { CoverField } from './cover-field.tsx'
import { draftKey } from './kept-draft.ts'
import {
  faultsOf,
  sameCover,
  sameFields,
  emptyFields,
  type PostFields,
  type StoredPost,
} from './post-fields.ts'
import { SaveBar } from './save-bar.tsx'
import { TagInput } from './tag-input.tsx'
import { editorTexts } from './texts.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSave } from './use-save.ts'

interface EditorFormProps {
  stored: StoredPost | null
  initial: PostFields
  knownTags: string[]
  onTakeTheirs: (theirs: StoredPost) => void
}

/** One form for a new post and for one that is there. */
export function EditorForm({ stored, initial, knownTags, onTakeTheirs }: EditorFormProps) {
  const [fields, setFields] = useState(initial)
  const [cover, setCover] = useState(sameCover)
  const [uploads, setUploads] = useState(0)
  const [askingOffline, setAskingOffline] = useState(false)
  const mayGoOffline = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const { save, progress, errors, setErrors, conflict, closeConflict } = useSave(stored)

  const dirty = cover.file !== null || cover.removed || !sameFields(fields, stored?.fields ?? emptyFields)
  const saving = progress !== null
  const kept = useKeptDraft({ key: draftKey(stored?.id), fields, stored, dirty: dirty && !saving })
  const guard = useLeaveGuard(dirty && !saving)

  const change = (part: Partial<PostFields>) => {
    setFields((before) => ({ ...before, ...part }))
    const mended = Object.keys(part).filter((name) => name in errors)
    if (mended.length > 0)
      setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !mended.includes(name))))
  }

  const submit = (published: boolean) => {
    if (saving) return
    const wanted = { ...fields, published }
    const faults = faultsOf(wanted)
    setErrors(faults)
    if (fields.title.trim() === '' || fields.content.trim() === '') toast.error(editorTexts.incomplete)
    else if (uploads > 0) toast.info(editorTexts.uploading)
    else if (Object.keys(faults).length > 0) return
    else if (stored?.published && !published && !mayGoOffline.current) setAskingOffline(true)
    else void save(wanted, cover)
  }

  const focusFirstError = useEffectEvent(() => {
    const wrong = form.current?.querySelector('[aria-invalid="true"]')
    if (wrong instanceof HTMLElement) wrong.focus()
  })
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstError()
  }, [errors])

  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    form.current?.requestSubmit()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onShortcut(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const slugHint = stored
    ? stored.published
      ? 'Visitors who use the old address are led to the new one.'
      : 'Where the post will stand.'
    : 'Made from the title when it is left empty.'

  return (
    <>
      <form
        ref={form}
        method="post"
        noValidate
        aria-label="Blog post"
        className="editor"
        onSubmit={(event) => {
          event.preventDefault()
          submit(fields.published)
        }}
      >
        <SaveBar
          status={stored && (stored.published ? 'published' : 'draft')}
          previewHref={stored && `/admin/blogs/preview/${stored.id}`}
          dirty={dirty}
          kept={kept}
          progress={progress}
          onDraft={() => submit(false)}
          onPublish={() => submit(true)}
        />
        {/* Enter in a field sends the form with what the checkbox says. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        <Field
          label="Title"
          name="title"
          required
          value={fields.title}
          error={errors['title']}
          onChange={({ target }) => change({ title: target.value })}
          className="editor-title"
        />
        <ContentField
          content={fields.content}
          error={errors['content']}
          onChange={(content) => change({ content })}
          onUploads={(difference) => setUploads((count) => count + difference)}
        />
        <div className="editor-details">
          <div className="grid content-start gap-6">
            <Field
              label="Excerpt"
              name="excerpt"
              multiline
              rows={4}
              hint="Shown in lists, searches and previews."
              value={fields.excerpt}
              error={errors['excerpt']}
              onChange={({ target }) => change({ excerpt: target.value })}
            />
            <Field
              label="Address"
              name="slug"
              hint={slugHint}
              placeholder={stored?.fields.slug}
              autoCapitalize="none"
              spellCheck={false}
              value={fields.slug}
              error={errors['slug']}
              onChange={({ target }) => change({ slug: target.value })}
            />
          </div>
          <div className="grid content-start gap-6">
            <TagInput
              tags={fields.tags}
              known={knownTags}
              error={errors['tags']}
              onChange={(tags) => change({ tags })}
            />
            <label className="flex min-h-11 items-center gap-3 font-semibold">
              <input
                type="checkbox"
                name="published"
                className="size-5 accent-signal"
                checked={fields.published}
                onChange={({ target }) => change({ published: target.checked })}
              />
              Publish immediately
            </label>
          </div>
          <CoverField
            stored={stored?.cover ?? null}
            change={cover}
            alt={fields.coverAlt}
            errors={errors}
            onChange={setCover}
            onAlt={(coverAlt) => change({ coverAlt })}
          />
        </div>
      </form>
      <ConfirmDialog
        open={askingOffline}
        title="Take this post offline?"
        question="This post is live. Saving it as a draft takes it off the site until it is published again."
        confirmLabel="Save as draft"
        onClose={() => setAskingOffline(false)}
        onConfirm={() => {
          mayGoOffline.current = true
          setAskingOffline(false)
          void save({ ...fields, published: false }, cover)
        }}
      />
      <ConfirmDialog
        open={guard.asking}
        title="Leave without saving?"
        question="This post has unsaved changes. This browser keeps the text and offers it when you come back."
        confirmLabel="Leave"
        onClose={guard.stay}
        onConfirm={guard.leave}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onClose={closeConflict}
          onTakeTheirs={() => onTakeTheirs(conflict.theirs)}
          onOverwrite={() => void save(conflict.mine, cover, conflict.theirs.version)}
        />
      )}
    </>
  )
}
