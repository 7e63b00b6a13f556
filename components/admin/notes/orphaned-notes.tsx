import { useState } from 'react'
import type { NoteThread } from '#contract/notes.ts'
import { changeKey, listNoteDrafts, newNoteKey, replyKey } from './note-drafts.ts'
import { NoteForm } from './note-form.tsx'
import type { Notes } from './use-notes.ts'

function listOrphans(api: string, threads: NoteThread[]): string[] {
  const notes = threads.flatMap((thread) => [thread, ...thread.replies])
  const known = new Set([
    newNoteKey(api),
    ...threads.map(({ id }) => replyKey(api, id)),
    ...notes.map(({ id }) => changeKey(api, id)),
  ])
  return listNoteDrafts(`${api}:`).filter((key) => !known.has(key))
}

interface OrphanedNotesProps {
  notes: Notes
  announce: (text: string) => void
  onClose: () => void
}

/** Offers the unsaved replies to deleted notes, and the unsaved changes of them. */
export function OrphanedNotes({ notes: { api, threads, people }, announce, onClose }: OrphanedNotesProps) {
  const [orphans, setOrphans] = useState(() => listOrphans(api, threads))
  const [listed, setListed] = useState(threads)
  if (listed !== threads) {
    setListed(threads)
    setOrphans(listOrphans(api, threads))
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
