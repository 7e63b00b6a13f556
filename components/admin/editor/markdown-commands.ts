import type { StateCommand } from '@codemirror/state'
import { EditorSelection } from '@codemirror/state'

/** Marks around each selection; once more, and they are gone. */
const surround =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const { length } = mark
    const change = state.changeByRange(({ from, to }) => {
      const isMarked =
        state.sliceDoc(from - length, from) === mark && state.sliceDoc(to, to + length) === mark
      return isMarked
        ? {
            changes: [
              { from: from - length, to: from },
              { from: to, to: to + length },
            ],
            range: EditorSelection.range(from - length, to - length),
          }
        : {
            changes: [
              { from, insert: mark },
              { from: to, insert: mark },
            ],
            range: EditorSelection.range(from + length, to + length),
          }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
    return true
  }

/** Rewrites the start of every selected line; lines without text in a larger selection are left alone. */
const rewriteLines =
  (startOf: (lines: string[]) => (line: string) => string): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const first = state.doc.lineAt(from)
    const last = state.doc.lineAt(to)
    const lines = Array.from({ length: last.number - first.number + 1 }, (_, i) =>
      state.doc.line(first.number + i),
    ).filter((line) => first.number === last.number || line.text.trim() !== '')
    const rewrite = startOf(lines.map((line) => line.text))
    const changes = state.changes(
      lines.map((line) => ({ from: line.from, to: line.to, insert: rewrite(line.text) })),
    )
    const selection = EditorSelection.range(changes.mapPos(first.from, -1), changes.mapPos(last.to, 1))
    dispatch(
      state.update({
        changes,
        selection: from === to ? EditorSelection.cursor(selection.to) : selection,
        scrollIntoView: true,
        userEvent: 'input.format',
      }),
    )
    return true
  }

const prefix = (mark: string) =>
  rewriteLines((lines) => {
    const isMarked = lines.every((line) => line.startsWith(mark))
    return (line) => (isMarked ? line.slice(mark.length) : `${mark}${line}`)
  })

const headings: Record<string, string> = { '': '## ', '##': '### ', '###': '' }

/** None, second level, third level, none: the first one is the title's. */
const heading = rewriteLines(() => (line) => {
  const [mark = ''] = /^#{1,6}(?= )/.exec(line) ?? []
  return `${headings[mark] ?? ''}${line.slice(mark.length).trimStart()}`
})

const code: StateCommand = (target) => {
  const { state, dispatch } = target
  const { from, to } = state.selection.main
  const text = state.sliceDoc(from, to)
  if (!text.includes('\n')) return surround('`')(target)
  const insert = `\`\`\`\n${text}\n\`\`\``
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: EditorSelection.cursor(from + 3),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}

const address = 'https://'

/** The words are kept and the address is selected; an address that was selected waits for its words. */
const link: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const text = state.sliceDoc(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(text)
  const insert = isAddress ? `[](${text})` : `[${text}](${address})`
  const start = from + text.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: isAddress
        ? EditorSelection.cursor(from + 1)
        : EditorSelection.range(start, start + address.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}

/** In the order of the toolbar; `key` as CodeMirror names it. */
export const formats = [
  { name: 'Bold', key: 'Mod-b', run: surround('**') },
  { name: 'Italic', key: 'Mod-i', run: surround('_') },
  { name: 'Heading', key: 'Mod-Shift-1', run: heading },
  { name: 'Link', key: 'Mod-k', run: link },
  { name: 'List', key: 'Mod-Shift-8', run: prefix('- ') },
  { name: 'Quote', key: 'Mod-Shift-9', run: prefix('> ') },
  { name: 'Code', key: 'Mod-e', run: code },
] as const

export type FormatName = (typeof formats)[number]['name']
