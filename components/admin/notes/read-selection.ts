import { useEffect, useEffectEvent } from 'react'
import { readSelectedText } from '#components/notes/page-text.ts'
import type { Anchor } from '#contract/note-anchor.ts'

const READ_SELECTION = 'editor:read-selection'

class ReadSelectionEvent extends Event {
  anchor: Anchor | null = null
  constructor() {
    super(READ_SELECTION)
  }
}

export function readSelection(): Anchor | null {
  const visual = document.querySelector('.visual .ProseMirror')
  if (visual) return readSelectedText(visual)
  const event = new ReadSelectionEvent()
  window.dispatchEvent(event)
  return event.anchor
}

export function useReadSelectionEvent(read: () => Anchor | null) {
  const onRead = useEffectEvent((event: Event) => {
    if (event instanceof ReadSelectionEvent) event.anchor = read()
  })
  useEffect(() => {
    const listen = (event: Event) => onRead(event)
    window.addEventListener(READ_SELECTION, listen)
    return () => window.removeEventListener(READ_SELECTION, listen)
  }, [])
}
