import './guest-notes.css'
import { Static } from '#components/site/static.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { createFinder, locate } from '#contract/note-anchor.ts'
import { noteLimits, type Note, type NoteThread } from '#contract/notes.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import type { Flash } from '#lib/http/flash.ts'
import { noteFieldId, type GuestNotes as Notes, type NoteField } from '#lib/notes/guest-notes.ts'
import { GuestPassages } from './guest-passages.tsx'

interface GuestNotesProps {
  token: string
  notes: Notes
  content: string
  result: Flash | null
}

/** Uses plain forms, so that guests can write without script; a script links notes and passages. */
export function GuestNotes({ token, notes: { threads, pass }, content, result }: GuestNotesProps) {
  const listed = locate(threads, createFinder(content, 'markdown')).map(({ thread }) => thread)
  const open = listed.filter(({ resolved }) => !resolved)
  const resolved = listed.filter((thread) => thread.resolved)
  const form = { token, pass, result }
  return (
    <>
      <Static>
        <section id="notes" aria-labelledby="notes-heading" className="frame frame-measure guest-notes">
          <h2 id="notes-heading" className="text-head">
            Notes
          </h2>
          <p className="text-muted">
            Everyone with this link and everyone who works on this article can read them. They are never
            published.
          </p>
          <div id="note-result">
            {result?.message && <Notice tone="success">{result.message}</Notice>}
            {result?.error && <Notice tone="error">{result.error}</Notice>}
          </div>
          {open.length === 0 && <p>There are no open notes.</p>}
          <Threads threads={open} {...form} />
          {resolved.length > 0 && (
            <details className="guest-notes-resolved">
              <summary>Resolved notes ({resolved.length})</summary>
              <Threads threads={resolved} {...form} />
            </details>
          )}
          <h3 className="text-lg font-bold">Add a note</h3>
          <NoteForm {...form} />
        </section>
      </Static>
      <GuestPassages anchors={open.map(({ id, quote, before, after }) => ({ id, quote, before, after }))} />
    </>
  )
}

interface FormProps {
  token: string
  pass: string | undefined
  result: Flash | null
}

const Threads = ({ threads, ...form }: FormProps & { threads: NoteThread[] }) =>
  threads.length > 0 && (
    <ol className="guest-notes-list">
      {threads.map((thread) => (
        <li key={thread.id} id={`note-${thread.id}`} tabIndex={-1} className="guest-note">
          {thread.quote && (
            <div>
              <blockquote>{thread.quote}</blockquote>
              <button type="button" hidden data-show-passage={thread.id} className="link min-h-11">
                Show in the text
              </button>
            </div>
          )}
          <NoteText note={thread} />
          {thread.replies.map((reply) => (
            <div key={reply.id} className="guest-note-reply">
              <NoteText note={reply} />
            </div>
          ))}
          {thread.resolved && <p className="text-sm text-muted">Resolved by {thread.resolved.by}</p>}
          <details open={form.result?.values['thread'] === thread.id}>
            <summary>
              Reply<span className="sr-only"> to {thread.author}</span>
            </summary>
            <NoteForm {...form} thread={thread} />
          </details>
        </li>
      ))}
    </ol>
  )

const NoteText = ({ note }: { note: Note }) => (
  <>
    <p className="text-sm">
      <strong>
        <bdi>{note.author}</bdi>
      </strong>
      {note.guest && ' (guest)'}{' '}
      <time dateTime={note.createdAt} className="text-muted">
        {formatDateTime(note.createdAt)}
      </time>
      {note.editedAt !== null && <span className="text-muted"> · edited</span>}
    </p>
    <p className="note-text">{note.text}</p>
  </>
)

function NoteForm({ token, pass, result, thread }: FormProps & { thread?: NoteThread }) {
  const isShown = (result?.values['thread'] ?? '') === (thread?.id ?? '')
  const { values = {}, fields: errors = {} } = (isShown && result) || {}
  const control = (name: NoteField) => ({
    id: noteFieldId(thread?.id, name),
    name,
    defaultValue: values[name],
    error: errors[name],
  })
  return (
    <form
      action="/api/previews/notes"
      method="post"
      aria-label={thread ? undefined : 'Add a note'}
      className="grid max-w-[40rem] gap-5"
    >
      <input type="hidden" name="token" value={token} />
      {pass && <input type="hidden" name="pass" value={pass} />}
      <input type="hidden" name="thread" value={thread?.id ?? ''} />
      <Field
        label="Your name"
        autoComplete="name"
        required
        maxLength={noteLimits.name}
        {...control('name')}
      />
      <Field
        label={thread ? 'Your reply' : 'Your note'}
        multiline
        rows={4}
        required
        maxLength={noteLimits.text}
        {...control('text')}
      />
      {!thread && (
        <>
          <Field
            label="Passage (optional)"
            hint="The words in the article that your note is about."
            multiline
            rows={2}
            maxLength={noteLimits.quote}
            {...control('quote')}
          />
          <input type="hidden" name="before" defaultValue={values['before']} />
          <input type="hidden" name="after" defaultValue={values['after']} />
        </>
      )}
      <div>
        <Button type="submit">{thread ? 'Send reply' : 'Send note'}</Button>
      </div>
    </form>
  )
}
