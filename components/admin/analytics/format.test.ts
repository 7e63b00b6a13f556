import { expect, it } from '@jest/globals'
import { formatChange } from './format.ts'

const week = { now: 60, before: 70 }

it('compares finished days only', () => {
  expect(formatChange(week, 'over')).toBe('−14% · 70 before')
  expect(formatChange(week, 'today')).toBe('70 yesterday')
  const finished = { now: 60, before: 60 }
  expect(formatChange(week, { finished })).toBe('±0% without today · 70 before')
  expect(formatChange(week, { finished: undefined })).toBe('70 before')
})

it('has no percentage of a small number', () => {
  expect(formatChange({ now: 4, before: 2 }, 'over')).toBe('2 before')
  expect(formatChange(week, { finished: { now: 4, before: 2 } })).toBe('70 before')
})
