import { expect, it } from '@jest/globals'
import { toLabel, toSentence } from './activity-text.ts'

const entry = (kind: string) => ({
  ...{ id: '1', at: '2026-11-24T12:00:00.000Z', kind },
  person: { id: 'a', name: 'Ann' },
  object: { type: kind.split('.')[0] ?? '', id: 'o', name: 'Design', deleted: false },
})

it('names the type of objects that could be anything', () => {
  expect(toLabel(entry('category.created'))).toBe('Category created by Ann')
  expect(toLabel(entry('caseStudy.published'))).toBe('Case study published by Ann')
  expect(toLabel(entry('post.published'))).toBe('Published by Ann')
})

it('does not name who joined twice', () => {
  expect(toLabel(entry('user.joined'))).toBe('Accepted the invitation')
})

it('names what moved in an order, or the list after several moves', () => {
  const moved = toSentence(entry('caseStudy.reordered'))
  expect([moved.verb, moved.object]).toEqual(['moved the case study', 'Design'])
  const several = entry('category.reordered')
  several.object.name = ''
  expect(toSentence(several).verb).toBe('changed the order of the categories')
})

it('counts imported subscribers, whose addresses are not logged', () => {
  const imported = entry('subscriber.imported')
  imported.object.name = '2 subscribers (1 left out)'
  const { person, verb, object } = toSentence(imported)
  expect([person, verb, object]).toEqual(['Ann', 'imported', '2 subscribers (1 left out)'])
  expect(toLabel(imported)).toBe('Subscribers imported by Ann')
})
