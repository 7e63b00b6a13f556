import { useState } from 'react'
import type { NoteThread } from '#contract/notes.ts'
import { changeKey, listNoteDrafts, newNoteKey, replyKey } from './note-drafts.ts'
import { NoteForm } from './note-form.tsx'
import type { Notes } from './use-notes.ts'

function listOrphans(drafts: string, threads: NoteThread[]): string[] {
  const notes = threads.flatMap((thread) => [thread, ...thread.replies])
  const known = new Set([
    newNoteKey(drafts),
    ...threads.map(({ id }) => replyKey(drafts, id)),
    ...notes.map(({ id }) => changeKey(drafts, id)),
  ])
  return listNoteDrafts(drafts).filter((key) => !known.has(key))
}

interface OrphanedNotesProps {
  notes: Notes
  announce: (text: string) => void
  onClose: () => void
}

/** Offers the unsaved replies to deleted notes, and the unsaved changes of them. */
export function OrphanedNotes({
  notes: { api, drafts, threads, people },
  announce,
  onClose,
}: OrphanedNotesProps) {
  const [orphans, setOrphans] = useState(() => listOrphans(drafts, threads))
  const [listed, setListed] = useState(threads)
  if (listed !== threads) {
    setListed(threads)
    setOrphans(listOrphans(drafts, threads))
  }
  const close = (key: string) => {
    onClose()
    setOrphans((keys) => keys.filter((other) => other !== key))
  }

  return orphans.map((key) => (
    <div key={key} className="grid gap-3">
      <p role="alert" className="text-sm">
        This text belongs to a note that was deleted. You can save it as a new note.
      </p>
      <NoteForm
        api={api}
        people={people}
        draftKey={key}
        label="Your text"
        send="Save as new note"
        cancel="Discard"
        toWrite={(text) => ({ do: 'add', input: { text, quote: '', before: '', after: '' } })}
        onCancel={() => close(key)}
        onDone={() => {
          announce('Note added.')
          close(key)
        }}
      />
    </div>
  ))
}
