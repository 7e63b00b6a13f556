'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { formatKeys, shortcuts } from './shortcuts.ts'

const OPEN_KEYBOARD_HELP = 'staff:keyboard-help'

export const openKeyboardHelp = () => window.dispatchEvent(new Event(OPEN_KEYBOARD_HELP))

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null

export function KeyboardHelp() {
  const [open, setOpen] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
    const isDialogOpen = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    if (event.defaultPrevented || isField(event.target) || isDialogOpen) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const onOpen = () => setOpen(true)
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener(OPEN_KEYBOARD_HELP, onOpen)
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener(OPEN_KEYBOARD_HELP, onOpen)
      window.removeEventListener('keydown', listen)
    }
  }, [])
  if (!open) return null
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)} tabIndex={0}>
      {shortcuts.map((group) => (
        <section key={group.title} className="mt-5">
          <h3 className="font-semibold">{group.title}</h3>
          <dl>
            {group.shortcuts.map(({ key, label }) => (
              <div
                key={label}
                className="flex items-baseline justify-between gap-4 border-b border-line py-1.5"
              >
                <dt>{label}</dt>
                <dd className="shrink-0 whitespace-nowrap text-muted">
                  {key.split(' ').map((stroke, position) => (
                    <span key={stroke}>
                      {position > 0 && ', then '}
                      {formatKeys(stroke, isMac).map((part, index) => (
                        <span key={part}>
                          {index > 0 && ' + '}
                          <kbd>{part}</kbd>
                        </span>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
