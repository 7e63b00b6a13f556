import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { TextRange } from '#contract/markdown-scan.ts'

const SELECT_TEXT = 'editor:select-text'

class SelectTextEvent extends Event {
  readonly range: TextRange | null
  constructor(range: TextRange | null) {
    super(SELECT_TEXT)
    this.range = range
  }
}

/** Focuses the text of the editor and selects this part of it. */
export const selectText = (range: TextRange | null) => window.dispatchEvent(new SelectTextEvent(range))

async function select(range: TextRange | null) {
  const { EditorView } = await import('@codemirror/view')
  const element = document.querySelector<HTMLElement>('.editor-text .cm-editor')
  const view = element && EditorView.findFromDOM(element)
  if (!view) return
  view.focus()
  if (!range) return
  const end = view.state.doc.length
  const selection = { anchor: Math.min(range.from, end), head: Math.min(range.to, end) }
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
}

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

/** `show` makes the field visible before its text is selected. */
export const useSelectText = (show: () => void) =>
  useSelectTextEvent((range) => {
    flushSync(show)
    void select(range)
  })
