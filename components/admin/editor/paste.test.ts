import { markdown } from '@codemirror/lang-markdown'
import { EditorState } from '@codemirror/state'
import { expect, it } from '@jest/globals'
import { pasteMarkdown } from './paste.ts'

it.each([
  ['a|b', 'c', 'ac|b'],
  ['a|b', '- c', 'a\n\n- c|\n\nb'],
  ['- a\n- |', '- b\n- c', '- a\n- b\n- c|'],
  ['1. a\n2. |\n3. d', '1. b\n2. c', '1. a\n1. b\n2. c|\n3. d'],
  ['- a\n  - [ ] |', '- [x] b\n  - c', '- a\n  - [x] b\n    - c|'],
  ['- |', '## a\n\nb', '- \n\n## a\n\nb|'],
  ['- |a', '- b', '- \n\n- b|\n\na'],
])('in %j, %j is pasted to get %j', (before, pasted, after) => {
  const from = before.indexOf('|')
  const state = EditorState.create({
    doc: before.replace('|', ''),
    selection: { anchor: from },
    extensions: markdown(),
  })
  const { state: next } = state.update(pasteMarkdown(state, pasted))
  const { head } = next.selection.main
  expect(`${next.sliceDoc(0, head)}|${next.sliceDoc(head)}`).toBe(after)
})
