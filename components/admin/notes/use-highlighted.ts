import { useEffect } from 'react'
import { findRanges } from '../../notes/page-text.ts'
import type { Passage } from './use-notes.ts'

const HIGHLIGHT = 'note-passage'

/** Highlights passages without changing the DOM, which an editor would treat as input. */
export function useHighlighted(root: HTMLElement | undefined, passages: Passage[] | undefined) {
  useEffect(() => {
    if (!root || !passages || !('highlights' in CSS)) return
    CSS.highlights.set(HIGHLIGHT, new Highlight(...findRanges(root, passages).values()))
    return () => void CSS.highlights.delete(HIGHLIGHT)
  }, [root, passages])
}
