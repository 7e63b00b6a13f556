import type { FlagColour } from './flag-alphabet.ts'
import { bar, flagHex, flagIn, signalOf, type Box, type FlagPicture, type FlagShape } from './flags.ts'

type Cells = [x: number, y: number, width: number, height: number][]

/** Arrangements on a field of 8 × 5. A tiling fills it; a hoist hangs on a line before a flat ground. */
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
const grounds: FlagColour[] = ['yellow', 'blue', 'red', 'paper', 'ink']

/** FNV-1a: spreads neighbouring slugs over the arrangements. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}

const pick = <Item>(items: Item[], number: number): Item[] => items.slice(number % items.length).slice(0, 1)

/** The ground the flags use least, so that none of them drowns in it. */
function quietestGround(shapes: FlagShape[], number: number): FlagColour {
  const uses = (colour: FlagColour) => shapes.filter((shape) => shape.colour === colour).length
  const turned = [...grounds.slice(number % 5), ...grounds.slice(0, number % 5)]
  return turned.toSorted((a, b) => uses(a) - uses(b))[0] ?? 'yellow'
}

/** A post's cover: flags of its slug's signal, arranged by the slug. */
export function composeCover(seed: string, width: number, height: number): FlagPicture {
  const number = hash(seed)
  const hung = number % 5 < 2
  const cells = pick(hung ? hoists : tilings, number >>> 4).flat()
  const letters = signalOf(seed, cells.length)
  const box = ([x, y, w, h]: Cells[number]): Box => ({
    x: (x / 8) * width,
    y: (y / 5) * height,
    width: (w / 8) * width,
    height: (h / 5) * height,
  })
  const flags = cells.flatMap((cell, index) => flagIn(letters.charAt(index), box(cell)))
  const whole = { x: 0, y: 0, width, height }
  if (!hung)
    return { viewBox: `0 0 ${width} ${height}`, width, height, shapes: [bar('paper', whole), ...flags] }

  const ground = quietestGround(flags, number >>> 8)
  const thickness = height / 90
  const lines = [...new Set(cells.map((cell) => box(cell).x))].map((x) =>
    bar(ground === 'ink' || ground === 'blue' ? 'paper' : 'ink', {
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
    shapes: [bar(ground, whole), ...lines, ...flags],
  }
}

/** The same picture as an SVG document, for share cards and the cover script. */
export function flagSvg(seed: string, { width, height }: { width: number; height: number }): string {
  const { viewBox, shapes } = composeCover(seed, width, height)
  const paths = shapes.map(({ colour, d }) => `<path fill="${flagHex[colour]}" d="${d}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" shape-rendering="geometricPrecision">${paths.join('')}</svg>`
}
