import { expect, it } from '@jest/globals'
import { emptySeo } from '#contract/seo.ts'
import { unchangedCover } from '../document.ts'
import { emptyFields, type PostFields } from '../post-fields.ts'
import { postKind } from '../post-kind.ts'
import { applyChoices, listDecisions, mergeDocument, type MergeInput } from './merge-document.ts'
import { fieldTexts } from './field-texts.ts'

const image = (letter: string) => `/api/media/${letter.repeat(22)}-800.webp`
const base: PostFields = { ...emptyFields, title: 'Old', content: 'A\n\nB', tags: ['Rope'], slug: 'old' }

interface Sides {
  mine?: Partial<PostFields>
  theirs?: Partial<PostFields>
  covers?: Partial<{ base: string | null; theirs: string | null; own: string | null }>
}

function inputOf({ mine, theirs, covers = {} }: Sides, isKnown = true): MergeInput<PostFields> {
  const { base: before = null, theirs: other = before, own = before } = covers
  const stored = {
    ...{ id: 'a', version: 2, published: false, cover: other },
    fields: { ...base, ...theirs },
  }
  return {
    base: isKnown ? { fields: base, cover: before } : null,
    theirs: stored,
    mine: { fields: { ...base, ...mine }, cover: unchangedCover },
    ownCover: own,
    stored,
  }
}

it('takes fields that one side changed, and asks about fields that both changed', () => {
  const input = inputOf({
    mine: { title: 'Mine', excerpt: 'Mine', tags: ['Rope', 'Mast'], content: 'A1\n\nB', category: 'ropes' },
    theirs: { title: 'Theirs', slug: 'theirs', tags: ['Sail'], content: 'A\n\nB1', category: 'ropes' },
  })
  const merge = mergeDocument(input)
  expect(merge.taken).toEqual({ mine: ['excerpt'], theirs: ['slug'] })
  expect(listDecisions(merge)).toEqual(['title', 'tags'])
  expect(applyChoices(postKind, input, merge, { title: 'theirs', tags: 'both' })).toEqual({
    stored: input.stored,
    fields: {
      ...base,
      ...{ title: 'Theirs', excerpt: 'Mine', slug: 'theirs', category: 'ropes', content: 'A1\n\nB1' },
      tags: ['Sail', 'Rope', 'Mast'],
    },
    cover: unchangedCover,
  })
})

it('merges each search text separately', () => {
  const input = inputOf({
    mine: { seo: { ...emptySeo, title: 'Mine', image: 'x' } },
    theirs: { seo: { ...emptySeo, title: 'Theirs', noindex: true } },
  })
  const merge = mergeDocument(input)
  expect(listDecisions(merge)).toEqual(['seo.title'])
  const { fields } = applyChoices(postKind, input, merge, { 'seo.title': 'theirs' })
  expect(fields.seo).toEqual({ ...emptySeo, title: 'Theirs', noindex: true, image: 'x' })
  expect(fieldTexts(postKind, input, () => [], 'seo.title')).toEqual({
    ...{ label: 'Search headline', mine: 'Mine', theirs: 'Theirs' },
  })
})

it('asks about every difference when the base is unknown', () => {
  const input = inputOf({ mine: { title: 'Mine' }, theirs: { excerpt: 'Theirs' } }, false)
  const merge = mergeDocument(input)
  expect(listDecisions(merge)).toEqual(['title', 'excerpt'])
  const { fields } = applyChoices(postKind, input, merge, { title: 'mine', excerpt: 'theirs' })
  expect(fields).toEqual({ ...base, title: 'Mine', excerpt: 'Theirs' })
})

it('takes a cover that one side changed, and asks when both changed it', () => {
  const media = { id: 'c'.repeat(22), url: image('c') }
  const taken = inputOf({ covers: { base: image('a'), theirs: image('b') } })
  const theirs = mergeDocument(taken)
  expect([listDecisions(theirs), theirs.taken.theirs]).toEqual([[], ['cover']])
  expect(applyChoices(postKind, taken, theirs, {}).cover).toEqual(unchangedCover)

  const both = inputOf({ covers: { base: image('a'), theirs: image('b') } })
  both.mine.cover = { file: null, removed: false, media }
  const merge = mergeDocument(both)
  expect(listDecisions(merge)).toEqual(['cover'])
  expect(applyChoices(postKind, both, merge, { cover: 'mine' }).cover).toEqual(both.mine.cover)
  expect(applyChoices(postKind, both, merge, { cover: 'theirs' }).cover).toEqual(unchangedCover)

  const removed = inputOf({ covers: { base: image('a') } })
  removed.mine.cover = { file: null, removed: true }
  expect(applyChoices(postKind, removed, mergeDocument(removed), {}).cover).toEqual(removed.mine.cover)
})

it('gives a working copy the live cover by its id', () => {
  const input = inputOf({ covers: { base: image('a'), theirs: image('b'), own: image('c') } })
  input.stored = { ...input.stored, cover: image('c') }
  const merge = mergeDocument(input)
  expect(applyChoices(postKind, input, merge, { cover: 'mine' }).cover).toEqual(unchangedCover)
  const media = { id: 'b'.repeat(22), url: image('b') }
  expect(applyChoices(postKind, input, merge, { cover: 'theirs' }).cover).toMatchObject({ media })
})
