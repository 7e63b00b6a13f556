export type FlagColor = 'ink' | 'paper' | 'red' | 'yellow' | 'blue'

/** A polygon on a field of 60 × 60, or a disc. */
export type Piece = [color: FlagColor, points: string] | [color: FlagColor, disc: { radius: number }]

const all = '0,0 60,0 60,60 0,60'
const upper = '0,0 60,0 60,30 0,30'
const lower = '0,30 60,30 60,60 0,60'
const hoistHalf = '0,0 30,0 30,60 0,60'
const flyHalf = '30,0 60,0 60,60 30,60'
const topFly = '30,0 60,0 60,30 30,30'
const bottomHoist = '0,30 30,30 30,60 0,60'
const bar = (y: number, height: number) => `0,${y} 60,${y} 60,${y + height} 0,${y + height}`
const stripe = (x: number, width: number) => `${x},0 ${x + width},0 ${x + width},60 ${x},60`
const square = (inset: number) =>
  `${inset},${inset} ${60 - inset},${inset} ${60 - inset},${60 - inset} ${inset},${60 - inset}`
const cross = (arm: number) => [stripe(30 - arm, arm * 2), bar(30 - arm, arm * 2)] as const
const saltire = ['0,0 9,0 60,51 60,60 51,60 0,9', '60,0 60,9 9,60 0,60 0,51 51,0'] as const
const checks = [0, 1, 2, 3].flatMap((row) =>
  [0, 1, 2, 3]
    .filter((column) => (row + column) % 2 === 0)
    .map((column) => ({ x: column * 15, y: row * 15 })),
)

export const alphabet: Record<string, Piece[]> = {
  a: [
    ['paper', hoistHalf],
    ['blue', '30,0 60,0 45,30 60,60 30,60'],
  ],
  b: [['red', '0,0 60,0 45,30 60,60 0,60']],
  c: [
    ['blue', all],
    ['paper', bar(12, 36)],
    ['red', bar(24, 12)],
  ],
  d: [
    ['yellow', all],
    ['blue', bar(15, 30)],
  ],
  e: [
    ['blue', upper],
    ['red', lower],
  ],
  f: [
    ['paper', all],
    ['red', '30,2 58,30 30,58 2,30'],
  ],
  g: [['yellow', all], ...[10, 30, 50].map((x): Piece => ['blue', stripe(x, 10)])],
  h: [
    ['paper', hoistHalf],
    ['red', flyHalf],
  ],
  i: [
    ['yellow', all],
    ['ink', { radius: 16 }],
  ],
  j: [
    ['blue', all],
    ['paper', bar(20, 20)],
  ],
  k: [
    ['yellow', hoistHalf],
    ['blue', flyHalf],
  ],
  l: [
    ['yellow', '0,0 30,0 30,30 0,30'],
    ['ink', topFly],
    ['ink', bottomHoist],
    ['yellow', '30,30 60,30 60,60 30,60'],
  ],
  m: [['blue', all], ...saltire.map((points): Piece => ['paper', points])],
  n: [
    ['paper', all],
    ...checks.map(({ x, y }): Piece => [
      'blue',
      `${x},${y} ${x + 15},${y} ${x + 15},${y + 15} ${x},${y + 15}`,
    ]),
  ],
  o: [
    ['red', '0,0 60,0 60,60'],
    ['yellow', '0,0 60,60 0,60'],
  ],
  p: [
    ['blue', all],
    ['paper', square(20)],
  ],
  q: [['yellow', all]],
  r: [['red', all], ...cross(6).map((points): Piece => ['yellow', points])],
  s: [
    ['paper', all],
    ['blue', square(20)],
  ],
  t: [
    ['red', stripe(0, 20)],
    ['paper', stripe(20, 20)],
    ['blue', stripe(40, 20)],
  ],
  u: [
    ['paper', all],
    ['red', '0,0 30,0 30,30 0,30'],
    ['red', '30,30 60,30 60,60 30,60'],
  ],
  v: [['paper', all], ...saltire.map((points): Piece => ['red', points])],
  w: [
    ['blue', all],
    ['paper', square(12)],
    ['red', square(23)],
  ],
  x: [['paper', all], ...cross(7).map((points): Piece => ['blue', points])],
  y: [
    ['yellow', all],
    ['red', '0,0 12,0 0,12'],
    ['red', '24,0 36,0 0,36 0,24'],
    ['red', '48,0 60,0 0,60 0,48'],
    ['red', '60,12 60,24 24,60 12,60'],
    ['red', '60,36 60,48 48,60 36,60'],
  ],
  z: [
    ['yellow', '0,0 60,0 30,30'],
    ['red', '60,0 60,60 30,30'],
    ['blue', '60,60 0,60 30,30'],
    ['ink', '0,60 0,0 30,30'],
  ],
}
