import { expect, it } from '@jest/globals'
import { toCaseKey } from './case-key.ts'

it.each([
  ['Caf\u00e9', 'CAFE\u0301'],
  // Lower-case letters that are one character, while their upper-case letters are two.
  ['\u01f0', 'J\u030c'],
  ['\u1e96amza', 'H\u0331amza'],
  ['\u1fc6', '\u0397\u0342'],
])('%s and %s are the same tag', (name, other) => {
  expect(toCaseKey(other)).toBe(toCaseKey(name))
  expect(toCaseKey(toCaseKey(other))).toBe(toCaseKey(other))
})
