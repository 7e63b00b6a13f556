'use client'

import clsx from 'clsx'
import { Search } from 'lucide-react'
import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useOpenOnPage } from '../ui/use-open-on-page.ts'
import { PalettePlaceholder } from './palette-placeholder.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

const PaletteContext = createContext<(query: string) => void>(() => {})

export const useOpenPalette = () => useContext(PaletteContext)

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useOpenOnPage()
  const [query, setQuery] = useState('')
  const opener = useRef<Element>(null)

  const open = (text: string) => {
    opener.current = document.activeElement
    setQuery(text)
    setOpen(true)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut =
      (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key === 'k'
    // The editor prevents the default when it uses the shortcut for links.
    if (!isShortcut || event.defaultPrevented) return
    event.preventDefault()
    if (isOpen) setOpen(false)
    else open('')
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const palette = { query, onQuery: setQuery, onClose: () => setOpen(false) }
  return (
    <PaletteContext value={open}>
      {children}
      {isOpen && (
        <Suspense fallback={<PalettePlaceholder {...palette} />}>
          <Palette {...palette} returnFocus={opener} />
        </Suspense>
      )}
    </PaletteContext>
  )
}

export function PaletteButton({ className }: { className?: string }) {
  const open = useOpenPalette()
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className={clsx('staff-icon-button needs-script', className)}
      onClick={() => open('')}
    >
      <Search aria-hidden="true" className="size-5" />
      <span className="sr-only">Search and commands</span>
    </button>
  )
}
