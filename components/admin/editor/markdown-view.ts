import { defaultKeymap, history, historyKeymap, redo, redoDepth, undoDepth } from '@codemirror/commands'
import { deleteMarkupBackward, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import type { TextRange } from '#contract/markdown-scan.ts'
import type { Anchor } from '#contract/note-anchor.ts'
import { noteLimits } from '#contract/notes.ts'
import { passageField } from '../notes/passages.ts'
import { imagesIn, preloadConverter } from './clipboard-data.ts'
import { lineDirections } from './line-directions.ts'
import { matchCount } from './match-count.ts'
import { continueList, formats } from './markdown-commands.ts'
import { highlightStyle, scrollSpace, theme } from './markdown-theme.ts'
import { pasteFormatted } from './paste.ts'
import type { HistoryDepth } from './use-content-history.ts'

const scope = 'editor search-panel'
const searchKeys = [
  { key: 'Mod-f', run: openSearchPanel, scope },
  { key: 'Mod-h', run: openSearchPanel, scope, preventDefault: true },
  { key: 'F3', run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: 'Mod-g', run: findNext, shift: findPrevious, scope, preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope },
]

const searchWords = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
})

/** A compartment, because the error changes while the editor is open. */
const ariaAttributes = new Compartment()
const createAttributes = (errorId: string | undefined, hintId: string) =>
  EditorView.contentAttributes.of({
    'aria-label': 'Content',
    'aria-required': 'true',
    'aria-describedby': errorId ? `${hintId} ${errorId}` : hintId,
    'aria-invalid': String(errorId !== undefined),
    tabindex: '0',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  })

const lock = new Compartment()
const steps = new Compartment()

export const setReadOnly = (view: EditorView, isReadOnly: boolean) =>
  view.dispatch({
    effects: lock.reconfigure(
      isReadOnly ? [EditorState.readOnly.of(true), EditorState.changeFilter.of(() => false)] : [],
    ),
  })

const depthOf = (state: EditorState): HistoryDepth => ({ undo: undoDepth(state), redo: redoDepth(state) })

interface MarkdownView {
  parent: Element
  doc: string
  line: number
  hintId: string
  onChange: (text: string, depth: HistoryDepth) => void
  onUndo: () => boolean
  onRedo: () => boolean
  onLine: (line: number) => void
  onFiles: (files: File[], view: EditorView) => void
}

export function createMarkdownView({
  parent,
  doc,
  line,
  hintId,
  onChange,
  onUndo,
  onRedo,
  onLine,
  onFiles,
}: MarkdownView): EditorView {
  const handleFiles = (event: Event, data: DataTransfer | null, view: EditorView) => {
    const files = imagesIn(data)
    if (files.length === 0) return false
    event.preventDefault()
    onFiles(files, view)
    return true
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        steps.of(history()),
        drawSelection(),
        EditorView.lineWrapping,
        keymap.of(formats.flatMap(({ key, run }) => (key ? { key, run, preventDefault: true } : []))),
        // `markdown()` would also load parsers for HTML, CSS and JavaScript.
        markdownLanguage,
        pasteURLAsLink,
        keymap.of([
          { key: 'Enter', run: continueList },
          { key: 'Backspace', run: deleteMarkupBackward },
          ...searchKeys,
          // Enter would submit the form of the document.
          {
            key: 'Enter',
            scope: 'search-panel',
            run: () => document.activeElement?.matches('[type=checkbox]') ?? false,
          },
          { key: 'Mod-z', run: ({ state }) => undoDepth(state) === 0 && onUndo() },
          { key: 'Mod-y', run: ({ state }) => redoDepth(state) === 0 && onRedo() },
          { key: 'Mod-Shift-z', run: ({ state }) => redoDepth(state) === 0 && onRedo() },
          ...defaultKeymap,
          ...historyKeymap,
          // CodeMirror binds it on macOS and Linux only.
          { key: 'Mod-Shift-z', run: redo, preventDefault: true },
        ]),
        search({ top: true }),
        matchCount,
        searchWords,
        syntaxHighlighting(highlightStyle),
        theme,
        scrollSpace,
        passageField,
        lineDirections,
        placeholder('Write in Markdown…'),
        ariaAttributes.of(createAttributes(undefined, hintId)),
        lock.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString(), depthOf(update.state))
          if (update.docChanged || update.selectionSet)
            onLine(update.state.doc.lineAt(update.state.selection.main.head).number)
        }),
        EditorView.domEventHandlers({
          focus: preloadConverter,
          // Word also puts a picture of the text on the clipboard, so text comes before files.
          paste: (event, view) =>
            pasteFormatted(event.clipboardData, view) || handleFiles(event, event.clipboardData, view),
          drop: (event, view) => {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
            if (at !== null && imagesIn(event.dataTransfer).length > 0)
              view.dispatch({ selection: { anchor: at } })
            return handleFiles(event, event.dataTransfer, view)
          },
        }),
      ],
    }),
  })
  goToLine(view, line)
  return view
}

function goToLine(view: EditorView, line: number) {
  const { doc } = view.state
  const start = doc.line(Math.min(line, doc.lines)).from
  if (start > 0) view.dispatch({ selection: { anchor: start }, scrollIntoView: true })
}

export function selectRange(view: EditorView, range: TextRange | null) {
  view.focus()
  if (!range) return
  const end = view.state.doc.length
  const selection = { anchor: Math.min(range.from, end), head: Math.min(range.to, end) }
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: 'center' }) })
}

export function readAnchor({ state }: EditorView): Anchor | null {
  const { from, to } = state.selection.main
  const selected = state.sliceDoc(from, Math.min(to, from + noteLimits.quote))
  const quote = selected.trim()
  if (quote === '') return null
  const start = from + selected.indexOf(quote)
  const end = start + quote.length
  return {
    quote,
    before: state.sliceDoc(Math.max(0, start - noteLimits.context), start),
    after: state.sliceDoc(end, end + noteLimits.context),
  }
}

/** Replaces the text and forgets the steps that led to the one before. */
export function setText(view: EditorView, text: string, line: number) {
  view.dispatch({ effects: steps.reconfigure([]) })
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  // A new history in the same transaction would record this change as its first step.
  view.dispatch({ effects: steps.reconfigure(history()) })
  goToLine(view, line)
}

export const describeError = (view: EditorView, errorId: string | undefined, hintId: string) =>
  view.dispatch({ effects: ariaAttributes.reconfigure(createAttributes(errorId, hintId)) })
