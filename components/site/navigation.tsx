'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef, type ReactNode } from 'react'
import { SiteLink } from '#components/ui/link.tsx'

interface NavigationLink {
  href: string
  label: string
}

interface NavigationProps {
  links: readonly NavigationLink[]
}

function NavLink({ href, label, className }: NavigationLink & { className: string }) {
  const pathname = usePathname()
  const isCurrent = href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
  return (
    <SiteLink href={href} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </SiteLink>
  )
}

export function MainNavigation({ links }: NavigationProps) {
  return (
    <nav aria-label="Main" className="hidden min-w-0 md:block">
      <ul className="flex flex-wrap justify-end gap-x-5 lg:gap-x-7">
        {links.map((link) => (
          <li key={link.href}>
            <NavLink {...link} className="nav-link" />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Moves focus to the content when the focused element is removed, for example by a navigation. */
export function FocusRecovery() {
  useEffect(() => {
    let focused: EventTarget | null = document.activeElement
    const remember = (event: FocusEvent) => {
      focused = event.target
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Node) || focused.isConnected) return
      focused = null
      if (document.activeElement !== document.body) return
      document.getElementById('main')?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])

  return null
}

// Invoker commands work without script; the click handlers are for browsers without them.
const openCommand = { commandfor: 'site-menu', command: 'show-modal' }
const closeCommand = { commandfor: 'site-menu', command: 'close' }
const needsHandlers = () => !('commandForElement' in HTMLButtonElement.prototype)

/** Only a modal dialog lets Tab reach the browser's controls. */
function wrapFocus(dialog: HTMLDialogElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const items = [...dialog.querySelectorAll<HTMLElement>('a, button')]
  const [edge, other] = event.shiftKey ? [items[0], items.at(-1)] : [items.at(-1), items[0]]
  if (document.activeElement !== edge) return
  event.preventDefault()
  other?.focus()
}

export function MenuDialog({ links, children }: NavigationProps & { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = menu.current
    const controller = new AbortController()
    const { signal } = controller
    dialog?.addEventListener('keydown', (event) => wrapFocus(dialog, event), { signal })
    // The layout stays mounted on navigation, so a link must close the menu.
    dialog?.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('a')) dialog.close()
      },
      { signal },
    )
    return () => controller.abort()
  }, [])

  return (
    <>
      <button
        type="button"
        {...openCommand}
        aria-haspopup="dialog"
        onClick={() => needsHandlers() && menu.current?.showModal()}
        className="min-h-11 px-3 font-semibold hover:bg-wash md:hidden"
      >
        Menu
      </button>
      <dialog ref={menu} id="site-menu" aria-label="Menu" className="site-menu">
        <div className="frame flex min-h-18 items-center justify-end">
          <button
            type="button"
            {...closeCommand}
            onClick={() => needsHandlers() && menu.current?.close()}
            className="-mr-3 min-h-11 px-3 font-semibold hover:bg-wash"
          >
            Close
          </button>
        </div>
        <nav aria-label="Menu" className="frame pb-10">
          <div className="relative">
            <ul className="border-b-[1.5px] border-line">
              {links.map((link) => (
                <li key={link.href}>
                  <NavLink {...link} className="site-menu-link" />
                </li>
              ))}
            </ul>
            {children}
          </div>
        </nav>
      </dialog>
    </>
  )
}
