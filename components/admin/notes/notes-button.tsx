import type { Notes } from './use-notes.ts'

const PANEL_ID = 'notes'

const showPanel = () =>
  requestAnimationFrame(() => {
    const panel = document.getElementById(PANEL_ID)
    if (panel && panel.getBoundingClientRect().top > window.innerHeight / 2)
      panel.scrollIntoView({ block: 'nearest' })
  })

export const NotesButton = ({ notes: { open, unresolved, toggle } }: { notes: Notes }) => (
  <button
    type="button"
    className="writing-tool"
    aria-expanded={open}
    aria-controls={PANEL_ID}
    onClick={() => {
      toggle()
      showPanel()
    }}
  >
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
