import { Fragment, type Node } from '@milkdown/kit/prose/model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  TextSelection,
  type Transaction,
} from '@milkdown/kit/prose/state'
import { getSearchState, type SearchQuery, type SearchResult } from 'prosemirror-search'

interface Match {
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

function findTexts(query: SearchQuery, state: EditorState): SearchResult[] {
  const results: SearchResult[] = []
  // A regular expression may match nothing, from where a search would find the same again.
  for (
    let result = query.findNext(state);
    result;
    result = query.findNext(state, Math.max(result.to, result.from + 1))
  )
    if (result.to > result.from) results.push(result)
  return results
}

export function findMatches(query: SearchQuery, state: EditorState): Match[] {
  if (!query.valid) return []
  const texts = findTexts(query, state).map(({ from, to }) => ({ from, to, isSource: false }))
  return [...texts, ...findSources(query, state.doc)].toSorted((a, b) => a.from - b.from)
}

export const isCurrent = ({ selection }: EditorState, { from, to }: Pick<Match, 'from' | 'to'>): boolean =>
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

const placeholder = /(\$(?:[$&]|[1-9]))/
const escapes = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\\\', '\\'],
])
const unescape = (text: string) => text.replace(/\\[nt\\]/g, (escaped) => escapes.get(escaped) ?? escaped)

/** SearchQuery.getReplacements takes `$1` in a literal text as a group, and drops `$$` at the start. */
function replacementOf(query: SearchQuery, { doc, schema }: EditorState, result: SearchResult): Fragment {
  const { from, match, matchStart } = result
  const marks = doc.nodeAt(from)?.marks
  const toText = (text: string) => Fragment.from(text === '' ? null : schema.text(text, marks))
  const toPart = (part: string): Fragment => {
    if (part === '$$') return toText('$')
    const span = placeholder.test(part) && match?.indices?.[part === '$&' ? 0 : Number(part.slice(1))]
    if (!span) return toText(unescape(part))
    return doc.slice(matchStart + span[0], matchStart + span[1]).content
  }
  if (!match) return toText(query.replace)
  return query.replace.split(placeholder).reduce((all, part) => all.append(toPart(part)), Fragment.empty)
}

function replaceText(transaction: Transaction, query: SearchQuery, state: EditorState, result: SearchResult) {
  transaction.replaceWith(result.from, result.to, replacementOf(query, state, result))
}

function replaceSource(transaction: Transaction, query: SearchQuery, { from, to }: Match) {
  const source = sourceOf(transaction.doc.nodeAt(from) ?? transaction.doc) ?? ''
  // A literal replacement has no groups, and a dollar sign in it is one.
  const replacement = query.literal ? query.replace.replaceAll('$', '$$$$') : query.replace
  const replaced = source.replace(patternOf(query), replacement)
  if (replaced.trim() === '') transaction.delete(from, to)
  else transaction.setNodeAttribute(from, 'value', replaced)
}

export const replaceNext: Command = (state, dispatch, view) => {
  const query = getSearchState(state)?.query
  if (!query?.valid) return false
  const transaction = state.tr
  const source = findSources(query, state.doc).find((match) => isCurrent(state, match))
  const text = findTexts(query, state).find((match) => isCurrent(state, match))
  if (source) replaceSource(transaction, query, source)
  else if (text) replaceText(transaction, query, state, text)
  if (transaction.docChanged) dispatch?.(transaction)
  return findNext(view?.state ?? state, dispatch)
}

export const replaceEverywhere: Command = (state, dispatch) => {
  const query = getSearchState(state)?.query
  if (!query?.valid) return false
  const transaction = state.tr
  for (const result of findTexts(query, state).toReversed()) replaceText(transaction, query, state, result)
  for (const match of findSources(query, transaction.doc).toReversed())
    replaceSource(transaction, query, match)
  if (transaction.docChanged) dispatch?.(transaction)
  return transaction.docChanged
}
