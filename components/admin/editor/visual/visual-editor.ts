import {
  Editor,
  editorStateOptionsCtx,
  editorViewCtx,
  editorViewOptionsCtx,
  nodeViewCtx,
  parserCtx,
  rootCtx,
  schemaCtx,
} from '@milkdown/kit/core'
import type { Ctx } from '@milkdown/kit/ctx'
import { cursor } from '@milkdown/kit/plugin/cursor'
import { history } from '@milkdown/kit/plugin/history'
import { trailing } from '@milkdown/kit/plugin/trailing'
import { chainCommands } from '@milkdown/kit/prose/commands'
import { redoDepth, undoDepth } from '@milkdown/kit/prose/history'
import type { Node } from '@milkdown/kit/prose/model'
import { keymap } from '@milkdown/kit/prose/keymap'
import { type Command, EditorState, Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { search } from 'prosemirror-search'
import { formatKeys } from '../format-keys.ts'
import type { HistoryDepth } from '../use-content-history.ts'
import { createCodec, MAX_CHARACTERS, type OpenedText } from './codec.ts'
import { createCommands, nextRow } from './commands.ts'
import { CopySerializer } from './copying.ts'
import { editing, type EditingEvents } from './editing.ts'
import { captionKeys } from './figure.ts'
import { findNext, findPrevious } from './find.ts'
import { blockAt, countLineBreaks, lineOf, selectionAt, type Opened } from './lines.ts'
import { figureView, islandView, listItemView } from './node-views.ts'
import { configureMarkdown, editingPlugins, markdownPlugins } from './schema.ts'
import { slashMenu, type SlashItem, type SlashMenu } from './slash-menu.ts'
import { textDirections } from './text-directions.ts'
import { uploads } from './uploads.ts'
import { videos } from './videos.ts'

export interface VisualEvents extends Omit<EditingEvents, 'parse' | 'fits'> {
  onChange: (markdown: string, depth: HistoryDepth) => void
  onUndo: () => boolean
  onRedo: () => boolean
  onLink: () => void
  onFind: () => void
  onSelection: (view: EditorView) => void
  onSlashMenu: (menu: SlashMenu | null) => void
}

export type VisualEditor = Extract<
  Awaited<ReturnType<typeof createVisualEditor>>,
  { editor: unknown }
>['editor']

export const visualHelpId = 'visual-help'

export const textboxAttributes = (hintId: string, errorId: string | undefined) => ({
  class: 'article visual-text',
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': 'Content',
  'aria-required': 'true',
  'aria-describedby': [hintId, visualHelpId, errorId].filter(Boolean).join(' '),
  'aria-invalid': String(errorId !== undefined),
})

/** Ends with a place to write below a list or table; added later by `trailing`, it would be a step to undo. */
function toDocument({ doc }: OpenedText): Node {
  const { lastChild, type } = doc
  const isWritable = !lastChild || ['heading', 'paragraph'].includes(lastChild.type.name)
  const paragraph = type.schema.nodes['paragraph']?.create()
  return isWritable || !paragraph ? doc : doc.copy(doc.content.addToEnd(paragraph))
}

interface Start {
  parent: Element
  markdown: string
  line: number
  attributes: Record<string, string>
  slashItems: SlashItem[]
  events: VisualEvents
}

function editorKeys(ctx: Ctx, events: VisualEvents): Plugin {
  const { formats, nextTask, toggleTask } = createCommands(ctx, (text) => ctx.get(parserCtx)(text))
  const link = () => {
    events.onLink()
    return true
  }
  const keys = formatKeys.flatMap(({ name, key }) =>
    key ? [[key, name === 'Link' ? link : formats[name]] as const] : [],
  )
  const find = () => {
    events.onFind()
    return true
  }
  const redoMore: Command = (state) => redoDepth(state) === 0 && events.onRedo()
  const caption = captionKeys(ctx)
  return keymap({
    ...Object.fromEntries(keys),
    ...caption,
    Tab: nextRow,
    'Mod-f': find,
    'Mod-h': find,
    'Mod-g': findNext,
    'Shift-Mod-g': findPrevious,
    F3: findNext,
    'Shift-F3': findPrevious,
    'Mod-z': (state) => undoDepth(state) === 0 && events.onUndo(),
    'Mod-y': redoMore,
    'Shift-Mod-z': redoMore,
    'Mod-Enter': chainCommands(caption['Mod-Enter'], toggleTask),
    Enter: chainCommands(caption['Enter'], nextTask),
  })
}

export async function createVisualEditor({ parent, markdown, line, attributes, slashItems, events }: Start) {
  const shown: { current: Opened | null } = { current: null }
  let unreadable = ''
  let written = markdown
  const update = (view: EditorView, { doc }: EditorState) => {
    events.onSelection(view)
    if (view.state.doc === doc || !shown.current) return
    const { codec, text } = shown.current
    const next = codec.save(text, view.state.doc.children)
    if (next !== written) events.onChange(next, { undo: undoDepth(view.state), redo: redoDepth(view.state) })
    written = next
  }
  const toMarkdown = (blocks: readonly Node[]) =>
    shown.current ? shown.current.codec.copy(shown.current.text, blocks) : ''
  const fits = (text: string, doc: Node) => toMarkdown(doc.children).length + text.length <= MAX_CHARACTERS
  const editor = Editor.make()
    .config((ctx) => {
      configureMarkdown(ctx)
      ctx.set(rootCtx, parent)
      ctx.update(editorViewOptionsCtx, (options) => ({ ...options, attributes }))
      ctx.set(nodeViewCtx, [
        ['island', islandView],
        ['figure', figureView(events.onEdit)],
        ['list_item', listItemView],
      ])
      ctx.set(editorStateOptionsCtx, (options) => {
        const codec = createCodec(ctx)
        const result = codec.open(markdown)
        if ('reason' in result) {
          unreadable = result.reason
          return options
        }
        const { text } = result
        shown.current = { codec, text }
        const doc = toDocument(text)
        return { ...options, doc, selection: selectionAt(doc, text, line) }
      })
    })
    .use(markdownPlugins)
    .use([
      $prose(() => slashMenu(slashItems, events.onSlashMenu)),
      $prose((ctx) => editing({ ...events, fits, parse: (text) => ctx.get(parserCtx)(text) })),
      $prose(
        (ctx) =>
          new Plugin({ props: { clipboardSerializer: new CopySerializer(ctx.get(schemaCtx), toMarkdown) } }),
      ),
      $prose((ctx) => editorKeys(ctx, events)),
      $prose(uploads),
      $prose(() => search()),
      $prose(videos),
      $prose(textDirections),
      $prose(() => new Plugin({ view: () => ({ update }) })),
    ])
    .use(editingPlugins)
    .use([history, cursor, trailing].flat())
  await editor.create()
  const opened = shown.current
  if (!opened) {
    await editor.destroy()
    return { reason: unreadable }
  }
  const { codec } = opened
  const { ctx } = editor
  const view = ctx.get(editorViewCtx)
  // Milkdown adds the same class name as our form.
  view.dom.classList.remove('editor')

  const goTo = (offset: number | null) => {
    view.focus()
    if (offset === null) return
    const { doc, tr: transaction } = view.state
    const selection = blockAt(opened, doc, countLineBreaks(written.slice(0, offset)) + 1)
    view.dispatch(transaction.setSelection(selection).scrollIntoView())
  }
  /** Shows another text, without steps to undo; returns why it can be edited only as Markdown. */
  const setText = (markdown: string, line: number): string | null => {
    const next = codec.open(markdown)
    if ('reason' in next) return next.reason
    opened.text = next.text
    written = markdown
    const doc = toDocument(opened.text)
    const selection = selectionAt(doc, opened.text, line)
    view.updateState(EditorState.create({ doc, selection, plugins: view.state.plugins }))
    view.dispatch(view.state.tr.scrollIntoView())
    return null
  }

  return {
    editor: {
      ctx,
      view,
      commands: createCommands(ctx, codec.parse),
      parseBlocks: codec.parseBlocks,
      line: () => lineOf(opened, view.state),
      goTo,
      caret: () => view.coordsAtPos(view.state.selection.from),
      setText,
      destroy: () => editor.destroy(),
    },
  }
}
