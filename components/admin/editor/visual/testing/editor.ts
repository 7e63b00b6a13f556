import { TextSelection } from '@milkdown/kit/prose/state'
import type { SlashMenu } from '../slash-menu.ts'
import { createVisualEditor } from '../visual-editor.ts'

/** jsdom has no `DataTransfer`. */
export const clipboardOf = (data: Record<string, string>) => ({
  getData: (type: string) => data[type] ?? '',
  types: Object.keys(data),
  files: [],
})

export async function open(markdown: string, line = 1) {
  const shown: { markdown: string; menu: SlashMenu | null; chosen: string[] } = {
    markdown,
    menu: null,
    chosen: [],
  }
  const waiting: (() => void)[] = []
  const item = (label: string) => ({ label, keywords: '', run: () => shown.chosen.push(label) })
  const result = await createVisualEditor({
    parent: document.body.appendChild(document.createElement('div')),
    markdown,
    line,
    attributes: {},
    slashItems: [item('Heading'), item('Table')],
    events: {
      onChange: (next) => {
        shown.markdown = next
        for (const resolve of waiting.splice(0)) resolve()
      },
      onUndo: () => false,
      onRedo: () => false,
      onFiles: () => undefined,
      onTooLong: () => shown.chosen.push('too long'),
      onLink: () => undefined,
      onFind: () => shown.chosen.push('find'),
      onPostLink: () => shown.chosen.push('post'),
      onEdit: () => shown.chosen.push('edit'),
      onSelection: () => undefined,
      onSlashMenu: (menu) => (shown.menu = menu),
    },
  })
  if (!result.editor) throw new Error(result.reason)
  const { editor } = result
  const { view } = editor
  // jsdom has no layout.
  view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 })
  const at = (text: string) => {
    let found = 0
    view.state.doc.descendants((node, pos) => {
      if (node.isText && node.text?.includes(text)) found = pos + node.text.indexOf(text)
    })
    return found
  }
  return {
    editor,
    view,
    shown,
    select: (text: string) => {
      const from = at(text)
      view.dispatch(
        view.state.tr.setSelection(TextSelection.create(view.state.doc, from, from + text.length)),
      )
    },
    type: (text: string) => {
      for (const character of text) {
        const { from, to } = view.state.selection
        const insert = () => view.state.tr.insertText(character, from, to)
        if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, character, insert)))
          view.dispatch(insert())
      }
    },
    press: (key: string, options: KeyboardEventInit = {}) => {
      const event = new window.KeyboardEvent('keydown', { key, ...options })
      return view.someProp('handleKeyDown', (handle) => handle(view, event)) ?? false
    },
    paste: (text: string, html = '', others: Record<string, string> = {}) => {
      const clipboardData = clipboardOf({ 'text/plain': text, 'text/html': html, ...others })
      const event = new window.Event('paste', { bubbles: true, cancelable: true })
      view.dom.dispatchEvent(Object.assign(event, { clipboardData }))
    },
    drop: (text: string, html: string, pos = view.state.selection.from) => {
      view.posAtCoords = () => ({ pos, inside: -1 })
      const dataTransfer = clipboardOf({ 'text/plain': text, 'text/html': html })
      const event = new window.Event('drop', { bubbles: true, cancelable: true })
      view.dom.dispatchEvent(Object.assign(event, { dataTransfer }))
    },
    nextChange: () => new Promise<void>((resolve) => waiting.push(resolve)),
    run: (name: keyof (typeof editor)['commands']['formats']) =>
      editor.commands.formats[name](view.state, view.dispatch, view),
  }
}
