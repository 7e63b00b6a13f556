import { describe, expect, it } from '@jest/globals'
import { insertNewline } from '@codemirror/commands'
import { markdownLanguage } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import type { FormatName } from './format-keys.ts'
import { continueList, formats, linkTo } from './markdown-commands.ts'

/** `‹` and `›` mark the selection, `|` the cursor. */
function stateOf(text: string) {
  const doc = text.replace(/[‹›|]/g, '')
  const anchor = text.search(/[‹|]/)
  const head = text.includes('›') ? text.indexOf('›') - 1 : anchor
  const state = EditorState.create({ doc, selection: { anchor, head }, extensions: [markdownLanguage] })
  // The first parse has a time limit, which a busy machine exceeds.
  ensureSyntaxTree(state, doc.length, 60_000)
  return state.update({}).state
}

function textOf({ doc, selection: { main } }: EditorState) {
  const text = doc.toString()
  if (main.empty) return `${text.slice(0, main.from)}|${text.slice(main.from)}`
  return `${text.slice(0, main.from)}‹${text.slice(main.from, main.to)}›${text.slice(main.to)}`
}

function run(command: StateCommand, text: string) {
  let state = stateOf(text)
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  return textOf(state)
}

const enter: StateCommand = (target) => continueList(target) || insertNewline(target)

function apply(name: FormatName, text: string) {
  const format = formats.find((candidate) => candidate.name === name)
  return format ? run(format.run, text) : ''
}

describe('the formats of the editor', () => {
  it.each([
    ['Bold', 'a ‹word› b', 'a **‹word›** b'],
    ['Bold', 'a **‹word›** b', 'a ‹word› b'],
    ['Bold', 'a ‹**word**› b', 'a ‹word› b'],
    ['Bold', '‹word › b', '**‹word›**  b'],
    ['Bold', 'a **|** b', 'a | b'],
    ['Bold', 'a **word|** b', 'a **word**| b'],
    ['Bold', 'a **word |**', 'a **word** |'],
    ['Bold', 'a **_word|_** b', 'a **_word_**| b'],
    ['Bold', 'a **wo|rd** b', 'a wo|rd b'],
    ['Bold', '**a** |', '**a** **|**'],
    ['Italic', 'here |', 'here _|_'],
    ['Italic', 'snake_case _word|_', 'snake_case _word_|'],
    ['Code', '‹x = 1›', '`‹x = 1›`'],
    ['Code', '‹one\ntwo›', '```|\none\ntwo\n```'],
    ['Heading 2', 'Tit|le', '## Title|'],
    ['Heading 2', '## Title|', 'Title|'],
    ['Heading 3', '## Title|', '### Title|'],
    ['Bulleted list', '‹one\n\ntwo›', '‹- one\n\n- two›'],
    ['Bulleted list', '‹- one\n- two›', '‹one\ntwo›'],
    ['Numbered list', '‹- one\n- two›', '‹1. one\n2. two›'],
    ['Numbered list', '‹1. one\n2. two›', '‹one\ntwo›'],
    ['Quote', '|', '> |'],
    ['Link', '‹words›', '[words](‹https://›)'],
    ['Link', '‹https://a.example›', '[|](https://a.example)'],
    ['Table', 'Text|', 'Text\n\n| ‹Column 1› | Column 2 |\n| --- | --- |\n|  |  |\n'],
  ] as const)('%s turns %j into %j', (name, before, after) => {
    expect(apply(name, before)).toBe(after)
  })

  it('link a post by its title or the selected words', () => {
    expect(run(linkTo('/blog/a', 'On [ropes]'), 'See |')).toBe('See [On \\[ropes\\]](/blog/a)|')
    expect(run(linkTo('/blog/a', 'On ropes'), 'See ‹this›')).toBe('See [this](/blog/a)|')
  })
})

describe('Enter', () => {
  it.each([
    ['- one|', '- one\n- |'],
    ['- one\n- |', '- one\n\n|'],
    ['- one\n- two\n- |', '- one\n- two\n\n|'],
    ['- one\n\n- |', '- one\n\n|'],
    ['- |', '|'],
    ['1. one\n2. |', '1. one\n\n|'],
    ['- [x] one|', '- [x] one\n- [ ] |'],
    ['- [ ] one\n- [ ] |', '- [ ] one\n\n|'],
    ['- one\n  - two\n  - |', '- one\n  - two\n- |'],
    ['> - one\n> - |', '> - one\n> \n> |'],
    ['> quote|', '> quote\n> |'],
  ])('turns %j into %j', (before, after) => {
    expect(run(continueList, before)).toBe(after)
  })

  it('does not join text after a list to the last item', () => {
    const keys = ['- one', 'two', '', 'After']
    const text = keys.reduce((doc, typed) => `${run(enter, `${doc}|`).replace('|', '')}${typed}`)
    expect(text).toBe('- one\n- two\n\nAfter')
  })
})
