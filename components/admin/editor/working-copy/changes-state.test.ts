import { expect, it } from '@jest/globals'
import { changesState } from './changes-state.ts'

it('does not name a person when a post was changed elsewhere, which may be the same person’s other tab', () => {
  const stored = {
    ...{ id: 'a', version: 1, published: true, cover: null, fields: {} },
    workingCopy: { version: 2, baseVersion: 1, updatedAt: null },
  }
  const state = changesState({ stored, dirty: true, backup: 'saved', savedAt: null, problem: 'conflict' })
  expect(state).toEqual({
    text: 'Not saved yet.',
    detail: 'This post was changed elsewhere. Save to compare.',
  })
})
