import './notes.css'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Anchor } from '#contract/note-anchor.ts'
import { serverErrorText } from '../error-text.ts'
import { isFocusWithin } from '../ui/focus.ts'
import { newNoteKey, readNoteDraft } from './note-drafts.ts'
import { NoteForm } from './note-form.tsx'
import { NoteThreadItem } from './note-thread.tsx'
import { OrphanedNotes } from './orphaned-notes.tsx'
import { readSelection } from './read-selection.ts'
import type { LocatedThread, Notes } from './use-notes.ts'

const noAnchor: Anchor = { quote: '', before: '', after: '' }

function group(located: LocatedThread[]) {
  const open = located.filter(({ thread }) => !thread.resolved)
  return {
    anchored: open.filter(({ range }) => range !== null),
    general: open.filter(({ thread }) => thread.quote === ''),
    gone: open.filter(({ thread, range }) => range === null && thread.quote !== ''),
    resolved: located.filter(({ thread }) => thread.resolved),
  }
}

export function NotesPanel({ notes }: { notes: Notes }) {
  const addButton = useRef<HTMLButtonElement>(null)
  const draftKey = newNoteKey(notes.drafts)
  const [adding, setAdding] = useState<Anchor | null>(() => readNoteDraft(draftKey)?.anchor ?? null)
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  const { anchored, general, gone, resolved } = group(notes.located)

  const announce = (text: string, failure?: Error) => {
    setStatus(failure ? '' : text)
    setError(failure ? serverErrorText(failure, text) : '')
  }
  const focusAddButton = () => {
    if (isFocusWithin(addButton.current?.closest('section'))) addButton.current?.focus()
  }
  const close = () => {
    // Before the form disappears, or the page would take care of its focus.
    focusAddButton()
    setAdding(null)
  }
  const list = (threads: LocatedThread[], label: string) => (
    <ol aria-label={label} className="note-list">
      {threads.map((located) => (
        <NoteThreadItem
          key={located.thread.id}
          {...located}
          notes={notes}
          announce={announce}
          onMoved={focusAddButton}
        />
      ))}
    </ol>
  )

  return (
    <section id="notes" aria-labelledby="notes-heading" className="notes" hidden={!notes.open}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="notes-heading" className="font-semibold">
          Notes
        </h3>
        <Button
          ref={addButton}
          variant="plain"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            const selected = readSelection()
            setAdding((current) => selected ?? current ?? noAnchor)
          }}
        >
          Add a note
        </Button>
      </div>
      <p role="status" className={status ? 'text-sm' : 'sr-only'}>
        {status}
      </p>
      {error && <Notice tone="error">{error}</Notice>}
      {adding && (
        <div className="grid gap-3">
          {adding.quote ? (
            <blockquote className="note-quote">{adding.quote}</blockquote>
          ) : (
            <p className="text-sm text-muted">
              About the whole post. To write about a passage, cancel and select it first.
            </p>
          )}
          <NoteForm
            api={notes.api}
            people={notes.people}
            draftKey={draftKey}
            anchor={adding}
            onCancel={close}
            label="New note"
            send="Save note"
            toWrite={(text) => ({ do: 'add', input: { text, ...adding } })}
            onDone={() => {
              announce('Note added.')
              close()
            }}
          />
        </div>
      )}
      <OrphanedNotes notes={notes} announce={announce} onClose={focusAddButton} />
      {anchored.length + general.length + gone.length === 0 && !adding && (
        <p className="text-sm text-muted">There are no open notes.</p>
      )}
      {anchored.length > 0 && list(anchored, 'Notes in the order of the text')}
      {general.length > 0 && (
        <>
          <h4 className="font-semibold">About the whole post</h4>
          {list(general, 'About the whole post')}
        </>
      )}
      {gone.length > 0 && (
        <>
          <h4 className="font-semibold">No longer in the text</h4>
          {list(gone, 'No longer in the text')}
        </>
      )}
      {resolved.length > 0 && (
        <details>
          <summary className="note-action">Resolved ({resolved.length})</summary>
          {list(resolved, 'Resolved')}
        </details>
      )}
    </section>
  )
}
