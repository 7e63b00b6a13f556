import type { FlagColor } from './flag-alphabet.ts'
import { bar, flagHex, drawFlag, signalOf, type Box, type FlagPicture, type FlagShape } from './flags.ts'

type Cells = [x: number, y: number, width: number, height: number][]

/** Arrangements on a field of 8 × 5. */
const tilings: Cells[] = [
  [
    [0, 0, 5, 5],
    [5, 0, 3, 2.5],
    [5, 2.5, 3, 2.5],
  ],
  [
    [3, 0, 5, 5],
    [0, 0, 3, 3],
    [0, 3, 3, 2],
  ],
  [
    [1, 0, 7, 5],
    [0, 0, 1, 1],
    [0, 1, 1, 1],
    [0, 2, 1, 1],
    [0, 3, 1, 1],
    [0, 4, 1, 1],
  ],
  [
    [0, 0, 8, 3],
    [0, 3, 3, 2],
    [3, 3, 2, 2],
    [5, 3, 3, 2],
  ],
  [
    [3, 0, 5, 2.5],
    [0, 0, 3, 2.5],
    [0, 2.5, 5, 2.5],
    [5, 2.5, 3, 2.5],
  ],
  [
    [0, 1, 6, 4],
    [0, 0, 2, 1],
    [2, 0, 2, 1],
    [4, 0, 2, 1],
    [6, 0, 2, 2.5],
    [6, 2.5, 2, 2.5],
  ],
]
const hoists: Cells[] = [
  [
    [1, -0.8, 2.6, 2.6],
    [1, 2.1, 2.6, 2.6],
    [4.6, 0.4, 2.6, 2.6],
    [4.6, 3.3, 2.6, 2.6],
  ],
  [
    [3, 0.7, 4.4, 3.6],
    [-1.6, 0.7, 4, 3.6],
  ],
  [
    [4.8, 0.35, 2, 1.3],
    [4.8, 1.85, 2, 1.3],
    [4.8, 3.35, 2, 1.3],
    [1, 1.85, 2, 1.3],
    [1, 3.35, 2, 1.3],
  ],
  [
    [0.8, 1.2, 1.4, 2.6],
    [2.5, 1.2, 1.4, 2.6],
    [4.2, 1.2, 1.4, 2.6],
    [5.9, 1.2, 1.4, 2.6],
  ],
]
const backgrounds: FlagColor[] = ['yellow', 'blue', 'red', 'paper', 'ink']

function hash(text: string) {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}

const pick = <Item>(items: Item[], number: number): Item[] => items.slice(number % items.length).slice(0, 1)

function leastUsedColor(shapes: FlagShape[], number: number): FlagColor {
  const uses = (color: FlagColor) => shapes.filter((shape) => shape.color === color).length
  const rotated = [...backgrounds.slice(number % 5), ...backgrounds.slice(0, number % 5)]
  return rotated.toSorted((a, b) => uses(a) - uses(b))[0] ?? 'yellow'
}

export function composeCover(seed: string, width: number, height: number): FlagPicture {
  const number = hash(seed)
  const isHoist = number % 5 < 2
  const cells = pick(isHoist ? hoists : tilings, number >>> 4).flat()
  const letters = signalOf(seed, cells.length)
  const box = ([x, y, w, h]: Cells[number]): Box => ({
    x: (x / 8) * width,
    y: (y / 5) * height,
    width: (w / 8) * width,
    height: (h / 5) * height,
  })
  const flags = cells.flatMap((cell, index) => drawFlag(letters.charAt(index), box(cell)))
  const canvas = { x: 0, y: 0, width, height }
  if (!isHoist)
    return { viewBox: `0 0 ${width} ${height}`, width, height, shapes: [bar('paper', canvas), ...flags] }

  const background = leastUsedColor(flags, number >>> 8)
  const thickness = height / 90
  const lines = [...new Set(cells.map((cell) => box(cell).x))].map((x) =>
    bar(background === 'ink' || background === 'blue' ? 'paper' : 'ink', {
      x: x - thickness,
      y: 0,
      width: thickness,
      height,
    }),
  )
  return {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    shapes: [bar(background, canvas), ...lines, ...flags],
  }
}

export function flagSvg(seed: string, { width, height }: { width: number; height: number }): string {
  const { viewBox, shapes } = composeCover(seed, width, height)
  const paths = shapes.map(({ color, d }) => `<path fill="${flagHex[color]}" d="${d}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" shape-rendering="geometricPrecision">${paths.join('')}</svg>`
}
