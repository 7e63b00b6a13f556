import { Search } from 'lucide-react'
import { MAX_QUERY } from '#contract/limits.ts'
import './palette.css'

/** Used as a `ref`: focuses an input before the next key arrives. */
export const focusInput = (input: HTMLInputElement | null) => input?.focus()

interface PalettePlaceholderProps {
  query: string
  onQuery: (query: string) => void
  onClose: () => void
}

export function PalettePlaceholder({ query, onQuery, onClose }: PalettePlaceholderProps) {
  return (
    <>
      <div className="staff-overlay" />
      <div role="dialog" aria-modal="true" aria-label="Search and commands" className="palette">
        <div className="palette-field">
          <Search aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <input
            ref={focusInput}
            aria-label="Search and commands"
            autoComplete="off"
            maxLength={MAX_QUERY}
            placeholder="Search, or type a command"
            value={query}
            onChange={({ target }) => onQuery(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            Close
          </button>
        </div>
        <p role="status" className="palette-status">
          Loading…
        </p>
      </div>
    </>
  )
}
