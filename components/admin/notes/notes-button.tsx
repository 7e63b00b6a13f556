import type { Notes } from './use-notes.ts'

export const NotesButton = ({ notes: { open, unresolved, toggle } }: { notes: Notes }) => (
  <button type="button" className="writing-tool" aria-expanded={open} aria-controls="notes" onClick={toggle}>
    Notes
    {unresolved > 0 && (
      <>
        {' '}
        <span aria-hidden="true" className="note-count">
          {unresolved}
        </span>
        <span className="sr-only">({unresolved} open)</span>
      </>
    )}
  </button>
)
