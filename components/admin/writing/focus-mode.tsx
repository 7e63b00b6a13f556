import { useEffect, useRef, useState } from 'react'
import { useLock } from '../editor/presence/lock.tsx'
import { selectText } from './select-text.ts'

export const isInFocusMode = () => document.documentElement.hasAttribute('data-focus-mode')

/** Hides everything except the text; hidden parts cannot be focused and are not read aloud. */
export function FocusMode() {
  const [active, setActive] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { locked } = useLock()
  // The note about a takeover is outside of the text.
  if (active && locked) setActive(false)

  useEffect(() => {
    if (!active) return
    document.documentElement.setAttribute('data-focus-mode', '')
    selectText(null)
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setActive(false)
    }
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
      document.documentElement.removeAttribute('data-focus-mode')
    }
  }, [active])

  return (
    <>
      <button ref={button} type="button" className="writing-tool" onClick={() => setActive(true)}>
        Focus mode
      </button>
      {active && (
        <button
          type="button"
          className="focus-mode-leave"
          aria-keyshortcuts="Escape"
          onClick={() => {
            setActive(false)
            button.current?.focus()
          }}
        >
          Leave focus mode <kbd>Esc</kbd>
        </button>
      )}
    </>
  )
}
