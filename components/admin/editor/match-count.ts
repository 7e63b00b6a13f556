import { getSearchQuery, searchPanelOpen, type SearchQuery } from '@codemirror/search'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { describeMatches } from './describe-matches.ts'

function describeQuery(query: SearchQuery, state: EditorState): string {
  if (query.search === '') return ''
  if (!query.valid) return 'This is not a valid regular expression.'
  const { from, to } = state.selection.main
  const matches = Iterator.from(query.getCursor(state))
    .filter((match) => match.to > match.from)
    .toArray()
  return describeMatches(
    matches.length,
    matches.findIndex((match) => match.from === from && match.to === to),
  )
}

/** Writes the number of matches into CodeMirror's search panel, which has none. */
export const matchCount = EditorView.updateListener.of(({ view, state }) => {
  const panel = searchPanelOpen(state) && view.dom.querySelector('.cm-search')
  if (!panel) return
  let status = panel.querySelector('[role=status]')
  if (!status) {
    status = document.createElement('p')
    status.role = 'status'
    panel.append(status)
  }
  const text = describeQuery(getSearchQuery(state), state)
  if (status.textContent !== text) status.textContent = text
})
