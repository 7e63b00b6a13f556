import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const highlightStyle = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.monospace, tags.string], color: 'var(--code-string)' },
  { tag: [tags.link, tags.url], color: 'var(--code-value)' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-keyword)' },
  {
    tag: [tags.processingInstruction, tags.quote, tags.comment, tags.contentSeparator],
    color: 'var(--muted)',
  },
])

/** Rules that must override CodeMirror's own style sheet; all others are in content-field.css. */
export const theme = EditorView.theme({
  '&': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '1rem 1.125rem', caretColor: 'var(--ink)' },
  // CodeMirror keeps only this much free above the first line, which the sticky toolbar must not cover.
  '@media (max-height: 30rem)': { '.cm-content': { paddingTop: '3.5rem' } },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--flag-yellow) 45%, transparent)',
  },
  '.cm-placeholder': { color: 'var(--muted)' },
  '.cm-searchMatch': { background: 'var(--flag-yellow)' },
  '.cm-searchMatch, .cm-searchMatch span': { color: 'var(--on-yellow)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--ink)' },
  '.cm-panels': { background: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1.5px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '0.5rem 3rem 0.5rem 0.5rem', fontFamily: 'inherit' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.375rem',
    minHeight: '2.25rem',
    marginRight: '0.75rem',
    fontSize: '0.875rem',
    verticalAlign: 'middle',
  },
  '.cm-panel.cm-search [type=checkbox]': { margin: '0' },
  '.cm-panel.cm-search [name=close]': { width: '2.75rem', height: '2.75rem', fontSize: '1.25rem' },
  '.cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-panel.cm-search [role=status]': {
    display: 'inline',
    margin: '0 0.5rem',
    fontSize: '0.875rem',
    whiteSpace: 'nowrap',
  },
  '.cm-textfield': {
    border: '1.5px solid var(--edge)',
    backgroundColor: 'var(--sheet)',
    color: 'var(--ink)',
    // iPhones zoom into smaller text when it gets the focus.
    fontSize: '1rem',
  },
  '.cm-textfield::placeholder': { color: 'var(--muted)', opacity: '1' },
  '.cm-button': {
    border: '1.5px solid var(--edge)',
    background: 'none',
    fontSize: '0.875rem',
    fontWeight: '600',
  },
  '.cm-button:hover': { background: 'var(--wash)' },
})

/** Keeps the caret below the toolbar, which is sticky on low screens. */
export const scrollSpace = EditorView.scrollMargins.of(({ dom }) => {
  const bar = dom.closest('.editor-pane')?.querySelector('.editor-bar')
  if (!bar || getComputedStyle(bar).position !== 'sticky') return null
  return { top: bar.getBoundingClientRect().height }
})
