import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { ChangeSet, EditorSelection } from '@codemirror/state'
import type { StateCommand } from '@codemirror/state'
import { escapeLinkText } from '#contract/markdown-links.ts'
import { formatKeys, type FormatName } from './format-keys.ts'
import { toggleMark } from './toggle-mark.ts'

const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false })

const { cursor, range } = EditorSelection

const bold = toggleMark({ text: '**', node: 'StrongEmphasis' })
const italic = toggleMark({ text: '_', node: 'Emphasis' })
const inlineCode = toggleMark({ text: '`', node: 'InlineCode' })

const rewriteLines =
  (createRewrite: (lines: string[]) => (line: string, index: number) => string): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const first = state.doc.lineAt(from)
    const last = state.doc.lineAt(to)
    const lines = Array.from({ length: last.number - first.number + 1 }, (_, i) =>
      state.doc.line(first.number + i),
    ).filter((line) => first.number === last.number || line.text.trim() !== '')
    const rewrite = createRewrite(lines.map((line) => line.text))
    const changes = state.changes(
      lines.map(({ from, to, text }, index) => ({ from, to, insert: rewrite(text, index) })),
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

const listMark = /^(\s*)(?:[-*+] |\d{1,9}[.)] )?/

const list = (isMarked: RegExp, markOf: (index: number) => string) =>
  rewriteLines((lines) => {
    const isList = lines.every((line) => isMarked.test(line))
    return (line, index) =>
      line.replace(listMark, (_mark, indent: string) => indent + (isList ? '' : markOf(index)))
  })

const heading = (mark: '##' | '###') =>
  rewriteLines((lines) => {
    const isMarked = lines.every((line) => line.startsWith(`${mark} `))
    return (line) => {
      const text = line.replace(/^#{1,6} +/, '')
      return isMarked ? text : `${mark} ${text}`
    }
  })

const code: StateCommand = (target) => {
  const { state, dispatch } = target
  const { from, to } = state.selection.main
  const text = state.sliceDoc(from, to)
  if (!text.includes('\n')) return inlineCode(target)
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

const urlPlaceholder = 'https://'

const link: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const text = state.sliceDoc(from, to)
  const isUrl = /^https?:\/\/\S+$/.test(text)
  const insert = isUrl ? `[](${text})` : `[${text}](${urlPlaceholder})`
  const start = from + text.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: isUrl
        ? EditorSelection.cursor(from + 1)
        : EditorSelection.range(start, start + urlPlaceholder.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}

const table: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head)
  const previous = line.number > 1 ? state.doc.line(line.number - 1).text : ''
  const isBlank = line.text.trim() === ''
  const before = isBlank ? (previous.trim() === '' ? '' : '\n') : '\n\n'
  const cell = 'Column 1'
  const insert = `${before}| ${cell} | Column 2 |\n| --- | --- |\n|  |  |\n`
  const start = line.to + before.length + 2
  dispatch(
    state.update({
      changes: { from: line.to, insert },
      selection: range(start, start + cell.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}

export const linkTo =
  (url: string, title: string): StateCommand =>
  ({ state, dispatch }) => {
    const selected = state.sliceDoc(state.selection.main.from, state.selection.main.to).trim()
    const text = selected || escapeLinkText(title)
    dispatch(
      state.update(state.replaceSelection(`[${text}](${url})`), {
        scrollIntoView: true,
        userEvent: 'input.format',
      }),
    )
    return true
  }

const emptyItem = /^[\s>]*(?:[-*+]|\d{1,9}[.)])(?: \[[ xX]\])?\s*$/

/** Continues a list or quote. On an empty item it ends the list with a blank line, so that new text does not join the last item. */
export const continueList: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head)
  return continueMarkup({
    state,
    dispatch: (transaction) => {
      const { newDoc, newSelection } = transaction
      const left = newDoc.lineAt(newSelection.main.head)
      const isAfterText = line.number > 1 && /[^\s>]/.test(state.doc.line(line.number - 1).text)
      const hasLeft = emptyItem.test(line.text) && /^[\s>]*$/.test(left.text)
      if (!hasLeft || !isAfterText) return dispatch(transaction)
      const blankLine = ChangeSet.of({ from: left.to, insert: `\n${left.text}` }, newDoc.length)
      dispatch(
        state.update({
          changes: transaction.changes.compose(blankLine),
          selection: cursor(left.to + 1 + left.text.length),
          scrollIntoView: true,
          userEvent: 'input',
        }),
      )
    },
  })
}

const commands: Record<FormatName, StateCommand> = {
  Bold: bold,
  Italic: italic,
  'Heading 2': heading('##'),
  'Heading 3': heading('###'),
  Link: link,
  'Bulleted list': list(/^\s*[-*+] /, () => '- '),
  'Numbered list': list(/^\s*\d{1,9}[.)] /, (index) => `${index + 1}. `),
  Quote: prefix('> '),
  Code: code,
  Table: table,
}

export const formats = formatKeys.map((format) => ({ ...format, run: commands[format.name] }))
