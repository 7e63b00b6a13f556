import { useEffect, useEffectEvent } from 'react'
import type { TextRange } from '#contract/markdown-scan.ts'

const SELECT_TEXT = 'editor:select-text'

class SelectTextEvent extends Event {
  readonly range: TextRange | null
  constructor(range: TextRange | null) {
    super(SELECT_TEXT)
    this.range = range
  }
}

export const selectText = (range: TextRange | null) => window.dispatchEvent(new SelectTextEvent(range))

export function useSelectTextEvent(handle: (range: TextRange | null) => void) {
  const onSelect = useEffectEvent((event: Event) => {
    if (event instanceof SelectTextEvent) handle(event.range)
  })
  useEffect(() => {
    const listen = (event: Event) => onSelect(event)
    window.addEventListener(SELECT_TEXT, listen)
    return () => window.removeEventListener(SELECT_TEXT, listen)
  }, [])
}
