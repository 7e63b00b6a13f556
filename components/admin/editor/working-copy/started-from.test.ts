import { expect, it } from '@jest/globals'
import { startedFrom } from './started-from.ts'

const stored = (version: number, copyVersion: number, baseVersion = version) => ({
  ...{ id: 'a', version, published: true, cover: null, fields: {} },
  workingCopy: { version: copyVersion, baseVersion, updatedAt: null },
})
const versions = (...[draft, now]: Parameters<typeof startedFrom>) => {
  const { version, workingCopy } = startedFrom(draft, now)
  return [version, workingCopy?.version, workingCopy?.baseVersion]
}

it('gives a restored draft the versions that it is based on', () => {
  expect(versions({ version: 1, copyVersion: 0 }, stored(2, 0))).toEqual([1, 0, 1])
  expect(versions({ version: 1 }, stored(2, 70))).toEqual([1, 0, 1])
  expect(versions({ version: 2, copyVersion: 70 }, stored(3, 90, 2))).toEqual([2, 70, 2])
  expect(versions({ version: 2, copyVersion: 70 }, { ...stored(3, 0), workingCopy: undefined })).toEqual([
    2,
    undefined,
    undefined,
  ])
})
