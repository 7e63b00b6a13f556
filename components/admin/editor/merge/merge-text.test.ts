import { describe, expect, it } from '@jest/globals'
import { joinText, mergeText, paragraphsToText, type Choice } from './merge-text.ts'
import { joinParagraphs, splitParagraphs } from './paragraphs.ts'

const merged = (base: string | null, mine: string, theirs: string, choices: Choice[] = []) => {
  const merge = mergeText(base, mine, theirs)
  return { text: joinText(merge, choices), conflicts: merge.conflicts.length, taken: merge.taken }
}
const clean = (text: string, mine = 0, theirs = 0) => ({ text, conflicts: 0, taken: { mine, theirs } })

/** A seeded generator, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const samples = [
  'One line',
  'Two\nlines',
  '# Heading',
  '```js\ncode\n\n\nmore\n```',
  '- item\n\n  ~~~\n  a\n\n  b\n  ~~~',
  '> quote',
  'One line',
  '| a |\n|---|',
  'é 漢字 🚩',
]
const gaps = ['\n\n', '\n\n\n', '\n \n', '\r\n\r\n']
const edges = ['', '\n', '\n\n', '\r\n', ' \n']

function randomText(pick: (below: number) => number): string {
  const parts = Array.from({ length: pick(7) }, () => samples[pick(samples.length)] ?? '')
  const body = parts.map((part, index) => (index > 0 ? gaps[pick(gaps.length)] : '') + part).join('')
  return (edges[pick(edges.length)] ?? '') + body + (edges[pick(edges.length)] ?? '')
}

function changedText(text: string, pick: (below: number) => number): string {
  const { paragraphs, ...edge } = splitParagraphs(text)
  const changed = paragraphs.flatMap((paragraph) => {
    const kind = pick(6)
    if (kind === 0) return []
    if (kind === 1) return [{ ...paragraph, text: `${paragraph.text} changed ${pick(100)}` }]
    if (kind === 2) return [paragraph, { text: `Inserted ${pick(100)}`, gap: '\n\n' }]
    return [paragraph]
  })
  return joinParagraphs({ ...edge, paragraphs: changed })
}

describe('paragraphs', () => {
  it('are separated by blank lines, and fenced code is not split', () => {
    const text = '\n\nA\nB\n\n```js\nx\n\ny\n```\nafter\n \n~~~~\n\n```\n\n~~~~\n\n```inline``` text\n\nEnd\n'
    const { paragraphs, start, end } = splitParagraphs(text)
    expect(paragraphs.map((paragraph) => paragraph.text)).toEqual([
      'A\nB',
      '```js\nx\n\ny\n```\nafter',
      '~~~~\n\n```\n\n~~~~',
      '```inline``` text',
      'End',
    ])
    expect([start, end]).toEqual(['\n\n', '\n'])
  })

  it('join to the same bytes', () => {
    const pick = random(7)
    for (let round = 0; round < 300; round += 1) {
      const text = randomText(pick)
      expect(joinParagraphs(splitParagraphs(text))).toBe(text)
    }
    expect(splitParagraphs('').paragraphs).toEqual([])
    expect(splitParagraphs('```\nnever\n\nclosed\n').paragraphs).toHaveLength(1)
  })
})

describe('a merge by paragraph', () => {
  it('returns the changed side byte for byte when the other is unchanged', () => {
    const pick = random(42)
    for (let round = 0; round < 500; round += 1) {
      const base = randomText(pick)
      const changed = round % 2 ? changedText(base, pick) : randomText(pick)
      expect(merged(base, changed, base)).toMatchObject({ text: changed, conflicts: 0 })
      expect(merged(base, base, changed)).toMatchObject({ text: changed, conflicts: 0 })
      expect(merged(base, changed, changed)).toMatchObject({ text: changed, conflicts: 0 })
    }
  })

  it('contains every paragraph of both sides when both are chosen', () => {
    const pick = random(3)
    for (let round = 0; round < 300; round += 1) {
      const base = randomText(pick)
      const sides = [changedText(base, pick), changedText(base, pick)] as const
      const merge = mergeText(base, ...sides)
      const choices = merge.conflicts.map(() => 'both' as const)
      const result = joinText(merge, choices)
      for (const { text } of sides.flatMap((side) => splitParagraphs(side).paragraphs))
        if (/changed|Inserted/.test(text)) expect(result).toContain(text)
    }
  })

  it('takes paragraphs that only one side changed, even next to changes of the other side', () => {
    expect(merged('A\n\nB\n\nC', 'A1\n\nB\n\nC', 'A\n\nB1\n\nC')).toEqual(clean('A1\n\nB1\n\nC', 1, 1))
    expect(merged('A\n\nB\n\nC', 'B\n\nC', 'A\n\nB\n\nC\n\nD')).toEqual(clean('B\n\nC\n\nD', 1, 1))
    expect(merged('A\n\nB', 'A\n\nX\n\nB', 'A\n\nB1')).toEqual(clean('A\n\nX\n\nB1', 1, 1))
    expect(merged('A\n\nB\n', 'A\n\nB1\n', 'A\n\nB\n\nC\n')).toEqual(clean('A\n\nB1\n\nC\n', 1, 1))
  })

  it('keeps blank lines and line breaks', () => {
    const base = 'A\r\n\r\n\r\nB\r\nb\r\n\r\nC\r\n'
    expect(merged(base, base.replace('A', 'A1'), base.replace('C', 'C1'))).toEqual(
      clean('A1\r\n\r\n\r\nB\r\nb\r\n\r\nC1\r\n', 1, 1),
    )
    expect(merged('A\r\n', 'A\r\n\r\nX\r\n', 'A1\r\n').text).toBe('A1\r\n\r\nX\r\n')
    expect(merged('A\n\nB', 'A\n\n\n\nB', 'A1\n\nB').text).toBe('A1\n\n\n\nB')
    expect(merged('A\n\nB\n', 'A\n\nB', 'A1\n\nB\n').text).toBe('A1\n\nB')
  })

  it('asks only about paragraphs that both sides changed', () => {
    const sides = ['A\n\nB\n\nC\n\nD\n', 'A1\n\nB1\n\nC\n\nD\n', 'A\n\nB2\n\nC2\n\nD\n'] as const
    const merge = mergeText(...sides)
    expect(
      merge.conflicts.map(({ mine, theirs }) => [paragraphsToText(mine), paragraphsToText(theirs)]),
    ).toEqual([['B1', 'B2']])
    expect(joinText(merge, ['mine'])).toBe('A1\n\nB1\n\nC2\n\nD\n')
    expect(joinText(merge, ['theirs'])).toBe('A1\n\nB2\n\nC2\n\nD\n')
    expect(joinText(merge, ['both'])).toBe('A1\n\nB2\n\nB1\n\nC2\n\nD\n')
  })

  it('asks when one side deleted a paragraph that the other changed, and when both inserted at the same position', () => {
    expect(merged('A\n\nB', 'A', 'A\n\nB1', ['mine'])).toMatchObject({ text: 'A', conflicts: 1 })
    expect(merged('A\n\nB', 'A', 'A\n\nB1', ['theirs']).text).toBe('A\n\nB1')
    expect(merged('A', 'A\n\nX', 'A\n\nY', ['both'])).toMatchObject({ text: 'A\n\nY\n\nX', conflicts: 1 })
    expect(merged('A', 'A\n\nX', 'A\n\nX')).toEqual(clean('A\n\nX'))
    expect(merged('', 'X', 'Y', ['both']).text).toBe('Y\n\nX')
  })

  it('does not split fenced code', () => {
    const code = (text: string) => `Intro\n\n\`\`\`\n${text}\n\nend\n\`\`\`\n\nOutro`
    const merge = mergeText(code('old'), code('mine'), code('theirs'))
    expect(merge.conflicts).toHaveLength(1)
    expect(joinText(merge, ['theirs'])).toBe(code('theirs'))
  })

  it('asks about every difference when the base is unknown', () => {
    const merge = mergeText(null, 'A\n\nMine\n\nB\n\nOwn', 'A\n\nTheirs\n\nB\n')
    expect(merge.conflicts).toHaveLength(2)
    expect(joinText(merge, ['theirs', 'mine'])).toBe('A\n\nTheirs\n\nB\n\nOwn')
    expect(joinText(merge, ['both', 'theirs'])).toBe('A\n\nTheirs\n\nMine\n\nB')
    expect(merged(null, 'A\n\nB\n', 'A\n\nB\n')).toEqual(clean('A\n\nB\n'))
  })

  it('merges a thousand paragraphs without delay', () => {
    const lines = Array.from({ length: 1000 }, (_, number) => `Paragraph ${number}`)
    const base = lines.join('\n\n')
    const mine = lines.map((line, number) => (number % 7 === 0 ? `${line} mine` : line)).join('\n\n')
    const theirs = lines.map((line, number) => (number % 5 === 0 ? `${line} theirs` : line)).join('\n\n')
    expect(mergeText(base, mine, theirs).conflicts).toHaveLength(29)
  })
})
