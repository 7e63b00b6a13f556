'use client'

import clsx from 'clsx'
import { Search } from 'lucide-react'
import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useOpenOnPage } from '../ui/use-open-on-page.ts'
import { usePart } from '../ui/use-part.ts'
import { PalettePlaceholder } from './palette-placeholder.tsx'

const loadPalette = () => import('./palette.tsx').then(({ Palette }) => Palette)

type PaletteProps = ComponentProps<Awaited<ReturnType<typeof loadPalette>>>

const Loaded = ({ part, ...props }: PaletteProps & { part: ComponentType<PaletteProps> }) =>
  createElement(part, props)

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
  const Palette = usePart(loadPalette, {
    isOpen,
    onFailure: () => {
      setOpen(false)
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  })
  const palette = { query, onQuery: setQuery, onClose: () => setOpen(false) }
  return (
    <PaletteContext value={open}>
      {children}
      {isOpen && !Palette && <PalettePlaceholder {...palette} />}
      {isOpen && Palette && <Loaded part={Palette} {...palette} returnFocus={opener} />}
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
