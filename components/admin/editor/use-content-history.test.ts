import { describe, expect, it } from '@jest/globals'
import { openText, recordText, stepFrom } from './use-content-history.ts'

const empty = { texts: [], index: -1, base: 0 }
const edit = (undo: number) => ({ undo, redo: 0 })

describe('the history of both editors', () => {
  it('undoes and redoes steps of the other editor', () => {
    const first = recordText(recordText(openText(empty, 'a'), 'ab', edit(1)), 'abc', edit(2))
    const undone = recordText(first, 'ab', { undo: 1, redo: 1 })
    const second = openText(undone, 'ab')
    expect(second).toEqual({ texts: ['a', 'ab', 'abc'], index: 1, base: 1 })
    expect([stepFrom(second, -1), stepFrom(second, 1)]).toEqual([0, 2])
    const third = recordText(second, 'abX', edit(1))
    expect([third.texts, stepFrom(third, 1)]).toEqual([['a', 'ab', 'abX'], null])
  })

  it('updates the text of the current step, and keeps the later steps after a redo', () => {
    const typed = recordText(recordText(openText(empty, 'a'), 'ab', edit(1)), 'abc', edit(1))
    expect(typed.texts).toEqual(['a', 'abc'])
    const undone = recordText(typed, 'a', { undo: 0, redo: 1 })
    expect(recordText(undone, 'abc', edit(1))).toEqual(typed)
  })

  it('skips steps that did not change the text', () => {
    const third = recordText(openText(empty, 'a'), 'b', edit(3))
    expect(third.texts).toEqual(['a', 'a', 'a', 'b'])
    expect(stepFrom(openText(third, 'b'), -1)).toBe(2)
    expect(stepFrom({ ...third, index: 2 }, -1)).toBeNull()
  })

  it('adds a step for text from elsewhere', () => {
    const merged = openText(recordText(openText(empty, 'a'), 'b', edit(1)), 'merged')
    expect(merged).toEqual({ texts: ['a', 'b', 'merged'], index: 2, base: 2 })
  })

  it('keeps the last 100 steps', () => {
    let states = openText(empty, '0')
    for (let step = 1; step <= 150; step += 1) states = recordText(states, String(step), edit(step))
    states = openText(states, '150')
    expect([states.texts.length, states.texts[0], states.base]).toEqual([101, '50', 100])
  })
})
