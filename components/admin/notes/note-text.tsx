import type { Note } from '#contract/notes.ts'
import { Timestamp } from '../ui/timestamp.tsx'

export const NoteText = ({ note }: { note: Note }) => (
  <>
    <p className="text-sm">
      <strong>{note.author}</strong>
      {note.guest && ' (guest)'}{' '}
      <span className="text-muted">
        <Timestamp value={note.createdAt} short />
        {note.editedAt !== null && ' · edited'}
      </span>
    </p>
    <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
  </>
)
