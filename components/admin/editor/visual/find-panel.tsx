import type { Command, EditorState } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { SearchQuery, setSearchState } from 'prosemirror-search'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { describeMatches } from '../describe-matches.ts'
import { findMatches, findNext, findPrevious, isCurrent, replaceEverywhere, replaceNext } from './find.ts'

const emptyFields = { search: '', replace: '', caseSensitive: false, regexp: false, wholeWord: false }

type Fields = typeof emptyFields

const switches = [
  ['caseSensitive', 'Match case'],
  ['regexp', 'Regular expression'],
  ['wholeWord', 'Whole words'],
] as const

const commands = { next: findNext, previous: findPrevious, replace: replaceNext, all: replaceEverywhere }

function describeQuery(query: SearchQuery, state: EditorState): string {
  if (query.search === '') return ''
  if (!query.valid) return 'This is not a valid regular expression.'
  const matches = findMatches(query, state)
  const current = matches.findIndex((match) => isCurrent(state, match))
  return describeMatches(matches.length, current)
}

const selectedLine = ({ doc, selection: { from, to } }: EditorState) => {
  const text = doc.textBetween(from, to, '\n')
  return text.includes('\n') ? '' : text
}

/** A pattern like `x*` also matches the empty string everywhere. */
const isNotEmpty = (_state: EditorState, { from, to }: { from: number; to: number }) => to > from

const createQuery = (fields: Fields) =>
  new SearchQuery({ ...fields, literal: !fields.regexp, filter: isNotEmpty })

interface FindPanelProps {
  view: EditorView
  onClose: () => void
}

export function FindPanel({ view, onClose }: FindPanelProps) {
  const [fields, setFields] = useState(() => ({ ...emptyFields, search: selectedLine(view.state) }))
  const [status, setStatus] = useState(() => describeQuery(createQuery(fields), view.state))
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    view.dispatch(setSearchState(view.state.tr, createQuery(fields)))
  }, [view, fields])
  useEffect(() => {
    input.current?.select()
    return () => {
      if (!view.isDestroyed) view.dispatch(setSearchState(view.state.tr, createQuery(emptyFields)))
    }
  }, [view])

  const change = (changed: Partial<Fields>) => {
    const next = { ...fields, ...changed }
    setFields(next)
    setStatus(describeQuery(createQuery(next), view.state))
  }
  const run = (command: Command) => {
    const count = findMatches(createQuery(fields), view.state).length
    command(view.state, view.dispatch, view)
    view.dom
      .querySelector('.ProseMirror-active-search-match, .ProseMirror-selectednode')
      ?.scrollIntoView({ block: 'nearest' })
    const isReplaced = command === commands.all && count > 0
    setStatus(isReplaced ? `${count} replaced` : describeQuery(createQuery(fields), view.state))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, shiftKey } = event
    if (event.nativeEvent.isComposing) return
    const isEnter = key === 'Enter' && target instanceof HTMLInputElement
    const isWithMod = (letter: string) =>
      key.toLowerCase() === letter && (event.ctrlKey || event.metaKey) && !event.altKey
    const isNext = key === 'F3' || isWithMod('g')
    if (!isEnter && !isNext && !isWithMod('f') && key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onClose()
    else if (isWithMod('f')) input.current?.select()
    else if (isEnter && target.name === 'replace') run(commands.replace)
    else run(shiftKey ? commands.previous : commands.next)
  }

  const button = (label: string, name: keyof typeof commands) => (
    <button
      type="button"
      className="visual-find-button"
      onClick={() => run(commands[name])}
      onKeyDown={onKeyDown}
    >
      {label}
    </button>
  )
  const field = (label: string, name: 'search' | 'replace') => (
    <input
      ref={name === 'search' ? input : undefined}
      aria-label={label}
      placeholder={label}
      name={name}
      className="visual-find-field"
      autoComplete="off"
      value={fields[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <div role="search" aria-label="Text" className="visual-find">
      <div className="visual-find-row">
        {field('Find', 'search')}
        {button('Next', 'next')}
        {button('Previous', 'previous')}
        {switches.map(([name, label]) => (
          <label key={name} className="visual-find-switch">
            <input
              type="checkbox"
              checked={fields[name]}
              onKeyDown={onKeyDown}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
            {label}
          </label>
        ))}
      </div>
      <div className="visual-find-row">
        {view.editable && (
          <>
            {field('Replace', 'replace')}
            {button('Replace', 'replace')}
            {button('Replace all', 'all')}
          </>
        )}
        <p role="status">{status}</p>
      </div>
      <button
        type="button"
        aria-label="Close"
        className="visual-find-close"
        onClick={onClose}
        onKeyDown={onKeyDown}
      >
        ×
      </button>
    </div>
  )
}
