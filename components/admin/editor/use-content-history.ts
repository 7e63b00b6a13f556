import { useCallback, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { DocumentFields } from './document.ts'
import { useLock } from './presence/lock.tsx'

export interface HistoryDepth {
  undo: number
  redo: number
}

export interface OpenEditor {
  focus: () => void
  setText: (text: string, line: number) => void
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>

const MAX_STATES = 100

interface States {
  texts: string[]
  index: number
  base: number
}

function firstChangedLine(before: string, after: string): number {
  let at = 0
  while (at < after.length && before[at] === after[at]) at += 1
  return after.slice(0, at).split('\n').length
}

/** Drops the undone steps, unless the text equals one of them. */
export function recordText({ texts, base }: States, text: string, { undo, redo }: HistoryDepth): States {
  const index = base + undo
  if (redo > 0 || texts[index] === text) return { texts: texts.with(index, text), base, index }
  const kept = texts.slice(0, index)
  while (kept.length < index) kept.push(kept.at(-1) ?? '')
  return { texts: [...kept, text], base, index }
}

export function openText({ texts, index }: States, text: string): States {
  const known = texts[index] === text ? texts : [...texts.slice(0, index + 1), text]
  const at = texts[index] === text ? index : known.length - 1
  const dropped = Math.max(0, at - MAX_STATES)
  return { texts: known.slice(dropped), index: at - dropped, base: at - dropped }
}

export function stepFrom({ texts, index }: States, direction: 1 | -1): number | null {
  for (let next = index + direction; next in texts; next += direction)
    if (texts[next] !== texts[index]) return next
  return null
}

export function useContentHistory(onMove: (line: number) => void) {
  const { setValue } = useFormContext<DocumentFields>()
  const { locked } = useLock()
  const states = useRef<States>({ texts: [], index: -1, base: 0 })
  const editor = useRef<OpenEditor>(null)
  /** A text that only the other editor can show opens there, with the focus. */
  const [focused, setFocused] = useState(false)

  const start = useCallback((text: string) => {
    states.current = openText(states.current, text)
  }, [])
  const record = useCallback((text: string, depth: HistoryDepth) => {
    states.current = recordText(states.current, text, depth)
  }, [])
  const move = (direction: 1 | -1): boolean => {
    const { texts, index } = states.current
    const next = locked ? null : stepFrom(states.current, direction)
    const text = next === null ? undefined : texts[next]
    if (!editor.current || next === null || text === undefined) return false
    states.current = { texts, index: next, base: next }
    setValue('content', text, { shouldDirty: true })
    const line = firstChangedLine(texts[index] ?? '', text)
    onMove(line)
    setFocused(true)
    editor.current.setText(text, line)
    editor.current.focus()
    return true
  }
  const onKeyDown = (event: KeyPress) => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !['y', 'z'].includes(key)) return
    event.preventDefault()
    move(key === 'z' && !event.shiftKey ? -1 : 1)
  }
  const onEditor = useCallback((opened: OpenEditor | null) => {
    editor.current = opened
  }, [])
  return {
    onEditor,
    focused,
    start,
    record,
    undo: () => move(-1),
    redo: () => move(1),
    onKeyDown,
    onSwitch: () => setFocused(false),
  }
}
