import { describe, expect, it } from '@jest/globals'
import { EditorState } from '@codemirror/state'
import { formats, type FormatName } from './markdown-commands.ts'

/** `‹` and `›` stand for the ends of the selection, `|` for a cursor. */
function stateOf(text: string) {
  const doc = text.replace(/[‹›|]/g, '')
  const anchor = text.search(/[‹|]/)
  const head = text.includes('›') ? text.indexOf('›') - 1 : anchor
  return EditorState.create({ doc, selection: { anchor, head } })
}

function textOf({ doc, selection: { main } }: EditorState) {
  const text = doc.toString()
  if (main.empty) return `${text.slice(0, main.from)}|${text.slice(main.from)}`
  return `${text.slice(0, main.from)}‹${text.slice(main.from, main.to)}›${text.slice(main.to)}`
}

function apply(name: FormatName, text: string) {
  let state = stateOf(text)
  const format = formats.find((candidate) => candidate.name === name)
  format?.run({ state, dispatch: (transaction) => (state = transaction.state) })
  return textOf(state)
}

describe('the formats of the editor', () => {
  it.each([
    ['Bold', 'a ‹word› b', 'a **‹word›** b'],
    ['Bold', 'a **‹word›** b', 'a ‹word› b'],
    ['Italic', 'here |', 'here _|_'],
    ['Code', '‹x = 1›', '`‹x = 1›`'],
    ['Code', '‹one\ntwo›', '```|\none\ntwo\n```'],
    ['Heading', 'Tit|le', '## Title|'],
    ['Heading', '## Title|', '### Title|'],
    ['Heading', '### Title|', 'Title|'],
    ['List', '‹one\n\ntwo›', '‹- one\n\n- two›'],
    ['List', '‹- one\n- two›', '‹one\ntwo›'],
    ['Quote', '|', '> |'],
    ['Link', '‹words›', '[words](‹https://›)'],
    ['Link', '‹https://a.example›', '[|](https://a.example)'],
  ] as const)('%s makes of %j %j', (name, before, after) => {
    expect(apply(name, before)).toBe(after)
  })
})
