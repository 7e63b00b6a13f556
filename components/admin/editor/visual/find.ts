import type { Node } from '@milkdown/kit/prose/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { getSearchState, replaceAll, replaceCurrent, type SearchQuery } from 'prosemirror-search'

export interface Match {
  from: number
  to: number
  /** A node that is shown as its source, such as HTML, and has the text in it. */
  isSource: boolean
}

function patternOf({ search, literal, caseSensitive, wholeWord }: SearchQuery): RegExp {
  const pattern = literal ? RegExp.escape(search) : search
  return new RegExp(wholeWord ? `\\b(?:${pattern})\\b` : pattern, caseSensitive ? 'gu' : 'giu')
}

const sourceOf = ({ type, attrs }: Node): string | null =>
  type.name === 'island' || type.name === 'html' ? String(attrs['value']) : null

function findSources(query: SearchQuery, doc: Node): Match[] {
  const pattern = patternOf(query)
  const matches: Match[] = []
  doc.descendants((node, from) => {
    const source = sourceOf(node)
    if (source?.matchAll(pattern).some(([text]) => text !== ''))
      matches.push({ from, to: from + node.nodeSize, isSource: true })
  })
  return matches
}

/** In the order of the text; a source counts once. */
export function findMatches(query: SearchQuery, state: EditorState): Match[] {
  if (!query.valid) return []
  const texts: Match[] = []
  // A regular expression may match nothing, from where a search would find the same again.
  for (
    let match = query.findNext(state);
    match;
    match = query.findNext(state, Math.max(match.to, match.from + 1))
  )
    if (match.to > match.from) texts.push({ from: match.from, to: match.to, isSource: false })
  return [...texts, ...findSources(query, state.doc)].toSorted((a, b) => a.from - b.from)
}

export const isCurrent = ({ selection }: EditorState, { from, to }: Match): boolean =>
  selection.from === from && selection.to === to

function select(transaction: Transaction, { from, to, isSource }: Match): Transaction {
  const { doc } = transaction
  const selection = isSource ? NodeSelection.create(doc, from) : TextSelection.create(doc, from, to)
  return transaction.setSelection(selection).scrollIntoView()
}

const findFrom =
  (direction: 1 | -1): Command =>
  (state, dispatch) => {
    const query = getSearchState(state)?.query
    const matches = query ? findMatches(query, state) : []
    const { from, to } = state.selection
    const found =
      direction === 1
        ? (matches.find((match) => match.from >= to) ?? matches[0])
        : (matches.findLast((match) => match.to <= from) ?? matches.at(-1))
    if (!found) return false
    dispatch?.(select(state.tr, found))
    return true
  }

export const findNext = findFrom(1)
export const findPrevious = findFrom(-1)

function replaceSource(transaction: Transaction, query: SearchQuery, { from, to }: Match) {
  const source = sourceOf(transaction.doc.nodeAt(from) ?? transaction.doc) ?? ''
  // A literal replacement has no groups, and a dollar sign in it is one.
  const replacement = query.literal ? query.replace.replaceAll('$', '$$$$') : query.replace
  const replaced = source.replace(patternOf(query), replacement)
  if (replaced.trim() === '') transaction.delete(from, to)
  else transaction.setNodeAttribute(from, 'value', replaced)
}

/** Replaces the selected match, in a source all of it, and goes to the next one. */
export const replaceNext: Command = (state, dispatch, view) => {
  const query = getSearchState(state)?.query
  const current = query && findMatches(query, state).find((match) => isCurrent(state, match))
  if (query && current?.isSource) {
    const transaction = state.tr
    replaceSource(transaction, query, current)
    dispatch?.(transaction)
  } else if (current) replaceCurrent(state, dispatch)
  return findNext(view?.state ?? state, dispatch)
}

export const replaceEverywhere: Command = (state, dispatch) => {
  const query = getSearchState(state)?.query
  if (!query?.valid) return false
  let transaction = state.tr
  replaceAll(state, (replaced) => {
    transaction = replaced
  })
  for (const match of findSources(query, transaction.doc).toReversed())
    replaceSource(transaction, query, match)
  if (transaction.docChanged) dispatch?.(transaction)
  return transaction.docChanged
}
