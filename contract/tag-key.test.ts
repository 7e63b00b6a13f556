import { expect, it } from '@jest/globals'
import { toTagKey } from './tag-key.ts'

it.each([
  ['Caf\u00e9', 'CAFE\u0301'],
  // Lower-case letters that are one character, while their upper-case letters are two.
  ['\u01f0', 'J\u030c'],
  ['\u1e96amza', 'H\u0331amza'],
  ['\u1fc6', '\u0397\u0342'],
])('%s and %s are the same tag', (name, other) => {
  expect(toTagKey(other)).toBe(toTagKey(name))
  expect(toTagKey(toTagKey(other))).toBe(toTagKey(other))
})
