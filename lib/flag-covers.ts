import type { FlagColor } from './flag-alphabet.ts'
import { bar, flagHex, drawFlag, signalOf, type Box } from './flags.ts'

type Cell = [x: number, y: number, width: number, height: number]
type Cells = Cell[]

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
    [1, 0.3, 2.6, 1.8],
    [1, 2.4, 2.6, 1.8],
    [4.6, 0.8, 2.6, 1.8],
    [4.6, 2.9, 2.6, 1.8],
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

function leastUsedColor(colors: FlagColor[], number: number): FlagColor {
  const uses = (color: FlagColor) => colors.filter((used) => used === color).length
  const rotated = [...backgrounds.slice(number % 5), ...backgrounds.slice(0, number % 5)]
  return rotated.toSorted((a, b) => uses(a) - uses(b))[0] ?? 'yellow'
}

interface CoverLayout {
  background: FlagColor
  lineColor: FlagColor
  lines: number[]
  flags: { letter: string; box: Box }[]
}

export function layoutCover(seed: string, { width, height }: { width: number; height: number }): CoverLayout {
  const number = hash(seed)
  const isHoist = number % 5 < 2
  const cells = pick(isHoist ? hoists : tilings, number >>> 4).flat()
  const letters = signalOf(seed, cells.length)
  const flags = cells.map(([x, y, w, h], index) => ({
    letter: letters.charAt(index),
    box: { x: (x / 8) * width, y: (y / 5) * height, width: (w / 8) * width, height: (h / 5) * height },
  }))
  const colors = flags.flatMap(({ letter, box }) => drawFlag(letter, box).map(({ color }) => color))
  const background = isHoist ? leastUsedColor(colors, number >>> 8) : 'paper'
  return {
    background,
    lineColor: background === 'ink' || background === 'blue' ? 'paper' : 'ink',
    lines: [...new Set(isHoist ? flags.map(({ box }) => box.x) : [])],
    flags,
  }
}

export function flagSvg(seed: string, size: { width: number; height: number }): string {
  const { width, height } = size
  const { background, lineColor, lines, flags } = layoutCover(seed, size)
  const thickness = height / 90
  const shapes = [
    bar(background, { x: 0, y: 0, width, height }),
    ...lines.map((x) => bar(lineColor, { x: x - thickness, y: 0, width: thickness, height })),
    ...flags.flatMap(({ letter, box }) => drawFlag(letter, box)),
  ]
  const paths = shapes.map(({ color, d }) => `<path fill="${flagHex[color]}" d="${d}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" shape-rendering="geometricPrecision">${paths.join('')}</svg>`
}
