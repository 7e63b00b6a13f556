import { describe, expect, it } from '@jest/globals'
import { countTypos, countTyposInWord, editDistance } from './typos.ts'

describe('typos', () => {
  it.each([
    ['sail', 'sail', 0],
    ['sial', 'sail', 1],
    ['sal', 'sail', 1],
    ['saiil', 'sail', 1],
    ['soil', 'sail', 1],
    ['performacne', 'perfromance', 2],
    ['ca', 'abc', Infinity],
    ['', 'sail', Infinity],
  ])('between %j and %j: %d', (a, b, typos) => {
    expect(editDistance(a, b, 2)).toBe(typos)
    expect(editDistance(b, a, 2)).toBe(typos)
  })

  it('are allowed depending on the length of the word, and not in short ones', () => {
    expect(countTyposInWord('sae', 'sea')).toBe(Infinity)
    expect(countTyposInWord('sial', 'sail')).toBe(1)
    expect(countTyposInWord('slai', 'sail')).toBe(Infinity)
    expect(countTyposInWord('hraboru', 'harbour')).toBe(2)
    expect(countTyposInWord('perf', 'performance')).toBe(0)
    expect(countTyposInWord('prefor', 'performance')).toBe(1)
  })

  it('are counted over all words, with or without spaces', () => {
    expect(countTypos(['offlien', 'frist'], ['offline', 'first', 'without', 'tears'])).toBe(2)
    expect(countTypos(['java', 'script'], ['javascript'])).toBe(1)
    expect(countTypos(['soe'], ['seo'])).toBe(1)
    expect(countTypos(['offline', 'zebra'], ['offline', 'first'])).toBe(Infinity)
    expect(countTypos(['offline'], [])).toBe(Infinity)
  })
})
