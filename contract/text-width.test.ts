import { expect, it } from '@jest/globals'
import { textWidth, truncate } from './text-width.ts'

it('measures like Arial', () => {
  expect(textWidth('Will', 20)).toBeCloseTo((944 + 222 * 3) / 50)
  expect(textWidth('é', 10)).toBe(textWidth('e', 10))
  expect(textWidth('茶', 10)).toBe(10)
})

it('cuts a text after the last word that fits', () => {
  const text = 'A rope is a group of yarns, twisted together'
  expect(truncate(text, 20, 1000)).toBe(text)
  const cut = truncate(text, 20, 250)
  expect(cut).toBe('A rope is a group of ...')
  expect(textWidth(cut, 20)).toBeLessThanOrEqual(250)
  expect(truncate('A group, and more of them', 20, 100)).toBe('A group ...')
})
