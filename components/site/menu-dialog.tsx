'use client'

import { useEffect, useRef, type ReactNode } from 'react'

// Invoker commands open and close the dialog before and without our script; the handlers serve browsers that lack them.
const opens = { commandfor: 'site-menu', command: 'show-modal' }
const closes = { commandfor: 'site-menu', command: 'close' }
const lacksCommands = () => !('commandForElement' in HTMLButtonElement.prototype)

/** A modal dialog lets Tab out to the browser's own controls; a menu goes round instead. */
function goRound(dialog: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = [...dialog.querySelectorAll<HTMLElement>('a, button')]
  const [edge, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  if (document.activeElement !== edge) return
  event.preventDefault()
  other?.focus()
}

export function MenuDialog({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = menu.current
    const listening = new AbortController()
    const { signal } = listening
    dialog?.addEventListener('keydown', (event) => goRound(dialog, event), { signal })
    // A link leads to another page of the same frame, which would keep the menu open.
    dialog?.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('a')) dialog.close()
      },
      { signal },
    )
    return () => listening.abort()
  }, [])

  return (
    <>
      <button
        type="button"
        {...opens}
        aria-haspopup="dialog"
        onClick={() => lacksCommands() && menu.current?.showModal()}
        className="min-h-11 px-3 font-semibold hover:bg-wash md:hidden"
      >
        Menu
      </button>
      <dialog ref={menu} id="site-menu" aria-label="Menu" className="site-menu">
        <div className="frame flex min-h-18 items-center justify-end">
          <button
            type="button"
            {...closes}
            onClick={() => lacksCommands() && menu.current?.close()}
            className="-mr-3 min-h-11 px-3 font-semibold hover:bg-wash"
          >
            Close
          </button>
        </div>
        {children}
      </dialog>
    </>
  )
}
