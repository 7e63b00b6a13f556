import { useRef, useState } from 'react'
import type { Note, NoteThread } from '#contract/notes.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { isFocusWithin } from '../ui/focus.ts'
import { selectText } from '../writing/select-text.ts'
import { changeKey, readNoteDraft, replyKey } from './note-drafts.ts'
import { NoteForm } from './note-form.tsx'
import { useWriteNote, type NoteWrite } from './notes-query.ts'
import type { LocatedThread, Notes } from './use-notes.ts'
import { Timestamp } from '../ui/timestamp.tsx'

interface NoteThreadItemProps extends LocatedThread {
  notes: Notes
  announce: (text: string, error?: Error) => void
  /** The thread and its buttons leave the list. */
  onMoved: () => void
}

type Writing = { kind: 'reply' } | { kind: 'edit'; note: Note } | null

function unsavedIn(drafts: string, thread: NoteThread): Writing {
  if (readNoteDraft(replyKey(drafts, thread.id))) return { kind: 'reply' }
  const note = [thread, ...thread.replies].find(({ id }) => readNoteDraft(changeKey(drafts, id)))
  return note?.canEdit ? { kind: 'edit', note } : null
}

function NoteAction({ label, of, onClick }: { label: string; of: Note; onClick: () => void }) {
  return (
    <button type="button" data-note-action className="note-action" onClick={onClick}>
      {label}
      <span className="sr-only">
        : {of.author}, {of.text.slice(0, 60)}
      </span>
    </button>
  )
}

function Quote({ quote, range }: Pick<LocatedThread, 'range'> & { quote: string }) {
  if (quote === '') return null
  if (!range) return <blockquote className="note-quote">{quote}</blockquote>
  return (
    <button type="button" className="note-quote" onClick={() => selectText(range)}>
      <span className="sr-only">Go to: </span>
      {quote}
    </button>
  )
}

export function NoteThreadItem({ thread, range, notes, announce, onMoved }: NoteThreadItemProps) {
  const [writing, setWriting] = useState(() => unsavedIn(notes.drafts, thread))
  const [deleting, setDeleting] = useState<Note | null>(null)
  const item = useRef<HTMLLIElement>(null)
  const write = useWriteNote(notes.api)
  const focusActions = () => {
    if (isFocusWithin(item.current)) item.current?.querySelector<HTMLElement>('[data-note-action]')?.focus()
  }

  const run = (change: NoteWrite, done: string) => {
    if (write.isPending) return
    write.mutate(change, {
      onSuccess: () => {
        announce(done)
        onMoved()
      },
      onError: (error) => announce('The note could not be changed. Please try again.', error),
    })
  }
  const close = () => {
    setWriting(null)
    requestAnimationFrame(focusActions)
  }
  const own = (note: Note) => (
    <>
      {note.canEdit && (
        <NoteAction label="Edit" of={note} onClick={() => setWriting({ kind: 'edit', note })} />
      )}
      {note.canDelete && <NoteAction label="Delete" of={note} onClick={() => setDeleting(note)} />}
    </>
  )
  const form = { api: notes.api, people: notes.people, onCancel: close }
  const body = (note: Note) =>
    writing?.kind === 'edit' && writing.note.id === note.id ? (
      <NoteForm
        {...form}
        draftKey={changeKey(notes.drafts, note.id)}
        label="Change note"
        send="Save note"
        initial={note.text}
        toWrite={(text) => ({ do: 'change', id: note.id, change: { text } })}
        onDone={() => {
          announce('Note changed.')
          close()
        }}
      />
    ) : (
      <NoteText note={note} />
    )
  const isResolved = thread.resolved !== null
  const resolveOrReopen = () =>
    run(
      { do: 'change', id: thread.id, change: { resolved: !isResolved } },
      isResolved ? 'Note reopened.' : 'Note resolved.',
    )

  return (
    <li ref={item} data-row className="note-thread">
      <Quote quote={thread.quote} range={range} />
      {body(thread)}
      {thread.replies.map((reply) => (
        <div key={reply.id} className="note-reply">
          {body(reply)}
          <div className="note-actions">{own(reply)}</div>
        </div>
      ))}
      {thread.resolved && <p className="text-sm text-muted">Resolved by {thread.resolved.by}</p>}
      {writing?.kind === 'reply' ? (
        <NoteForm
          {...form}
          draftKey={replyKey(notes.drafts, thread.id)}
          label={`Reply to ${thread.author}`}
          send="Send reply"
          toWrite={(text) => ({ do: 'reply', id: thread.id, text })}
          onDone={() => {
            announce('Reply added.')
            close()
          }}
        />
      ) : (
        <div className="note-actions">
          <NoteAction label="Reply" of={thread} onClick={() => setWriting({ kind: 'reply' })} />
          <NoteAction label={isResolved ? 'Reopen' : 'Resolve'} of={thread} onClick={resolveOrReopen} />
          {own(thread)}
        </div>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this note?"
        question={
          deleting?.id === thread.id && thread.replies.length > 0
            ? 'Its replies are deleted with it. This cannot be undone.'
            : 'This cannot be undone.'
        }
        confirmLabel="Delete note"
        destructive
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) run({ do: 'delete', id: deleting.id }, 'Note deleted.')
          setDeleting(null)
        }}
      />
    </li>
  )
}

const NoteText = ({ note }: { note: Note }) => (
  <>
    <p className="text-sm">
      <strong>
        <bdi>{note.author}</bdi>
      </strong>
      {note.guest && ' (guest)'}{' '}
      <span className="text-muted">
        <Timestamp value={note.createdAt} short />
        {note.editedAt !== null && ' · edited'}
      </span>
    </p>
    <p className="note-text">{note.text}</p>
  </>
)
