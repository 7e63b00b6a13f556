import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { formats } from './markdown-commands.ts'

const colours = HighlightStyle.define([
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

/** Only what CodeMirror's own style sheet would win against; the rest stands in editor.css. */
const look = EditorView.theme({
  '&': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.65', overflow: 'auto' },
  '.cm-content': { padding: '1rem 1.125rem', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--flag-yellow) 45%, transparent)',
  },
  '.cm-placeholder': { color: 'var(--muted)' },
})

/** What assistive technology is told of the text field; errors come and go. */
const told = new Compartment()
const attributesOf = (errorId: string | undefined, hintId: string) =>
  EditorView.contentAttributes.of({
    'aria-label': 'Content',
    'aria-required': 'true',
    'aria-describedby': errorId ? `${hintId} ${errorId}` : hintId,
    'aria-invalid': String(errorId !== undefined),
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  })

interface MarkdownView {
  parent: Element
  doc: string
  hintId: string
  onChange: (text: string) => void
  onFiles: (files: File[], view: EditorView) => void
}

const imagesIn = (data: DataTransfer | null) =>
  Array.from(data?.files ?? []).filter((file) => file.type.startsWith('image/'))

export function createMarkdownView({ parent, doc, hintId, onChange, onFiles }: MarkdownView): EditorView {
  const takeFiles = (event: Event, data: DataTransfer | null, view: EditorView) => {
    const files = imagesIn(data)
    if (files.length === 0) return false
    event.preventDefault()
    onFiles(files, view)
    return true
  }
  return new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        history(),
        drawSelection(),
        EditorView.lineWrapping,
        keymap.of(formats.map(({ key, run }) => ({ key, run, preventDefault: true }))),
        // Not `markdown()`, which would also parse the HTML, CSS and JavaScript in it.
        markdownLanguage,
        pasteURLAsLink,
        keymap.of([...markdownKeymap, ...defaultKeymap, ...historyKeymap]),
        syntaxHighlighting(colours),
        look,
        placeholder('Write in Markdown …'),
        told.of(attributesOf(undefined, hintId)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
        EditorView.domEventHandlers({
          paste: (event, view) => takeFiles(event, event.clipboardData, view),
          drop: (event, view) => {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
            if (at !== null && imagesIn(event.dataTransfer).length > 0)
              view.dispatch({ selection: { anchor: at } })
            return takeFiles(event, event.dataTransfer, view)
          },
        }),
      ],
    }),
  })
}

export const tellError = (view: EditorView, errorId: string | undefined, hintId: string) =>
  view.dispatch({ effects: told.reconfigure(attributesOf(errorId, hintId)) })
