import { alphabet, type FlagColor, type Piece } from './flag-alphabet.ts'

export interface FlagShape {
  color: FlagColor
  d: string
  isDisc?: boolean
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface FlagPicture {
  viewBox: string
  width: number
  height: number
  shapes: FlagShape[]
}

export const flagHex: Record<FlagColor, string> = {
  ink: '#14202e',
  paper: '#fffdf8',
  red: '#d62f2a',
  yellow: '#f2b91d',
  blue: '#1f4fa3',
}

const MAX_BRAND_FLAGS = 9

export const FIELD = 60
const round = (value: number) => String(Math.round(value * 100) / 100)

const lettersOf = (seed: string) =>
  [...seed.normalize('NFD').toLowerCase()].filter((character) => Object.hasOwn(alphabet, character))

function trace([color, form]: Piece, box: Box): FlagShape {
  if (typeof form !== 'string') {
    // A disc stays round on a flag that is not square.
    const radius = (form.radius / FIELD) * Math.min(box.width, box.height)
    const [left, middle] = [box.x + box.width / 2 - radius, box.y + box.height / 2]
    const arc = `a${round(radius)},${round(radius)} 0 1 0`
    return {
      color,
      isDisc: true,
      d: `M${round(left)},${round(middle)}${arc} ${round(radius * 2)},0${arc} ${round(-radius * 2)},0Z`,
    }
  }
  const points = form.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return `${round(box.x + (x / FIELD) * box.width)},${round(box.y + (y / FIELD) * box.height)}`
  })
  return { color, d: `M${points.join('L')}Z` }
}

export const drawFlag = (letter: string, box: Box): FlagShape[] =>
  (alphabet[letter] ?? []).map((piece) => trace(piece, box))

export const bar = (color: FlagColor, { x, y, width, height }: Box): FlagShape => ({
  color,
  d: `M${round(x)},${round(y)}h${round(width)}v${round(height)}h${round(-width)}Z`,
})

interface FlagOptions {
  /** `hoist` stacks the flags, `fly` sets them side by side. */
  direction?: 'hoist' | 'fly'
  /** Distance between two flags, in sixtieths of a flag. */
  gap?: number
  ratio?: number
}

export function composeFlag(
  seed: string,
  { direction = 'hoist', gap = 8, ratio = 1 }: FlagOptions = {},
): FlagPicture {
  const letters = lettersOf(seed)
  const [flagWidth, flagHeight] = [FIELD * ratio, FIELD]
  const step = direction === 'hoist' ? { x: 0, y: flagHeight + gap } : { x: flagWidth + gap, y: 0 }
  const last = Math.max(letters.length - 1, 0)
  const [width, height] = [flagWidth + last * step.x, flagHeight + last * step.y]
  const shapes = letters.flatMap((letter, index) =>
    drawFlag(letter, { x: index * step.x, y: index * step.y, width: flagWidth, height: flagHeight }),
  )
  return { viewBox: `0 0 ${round(width)} ${round(height)}`, width, height, shapes }
}

export function brandSignal(name: string): string {
  const letters = lettersOf(name)
  const initials = lettersOf(
    name
      .split(/\s+/)
      .map((word) => word.charAt(0))
      .join(''),
  )
  const fitting = [letters, initials].find(({ length }) => length > 0 && length <= MAX_BRAND_FLAGS)
  return (fitting ?? letters.slice(0, MAX_BRAND_FLAGS)).join('') || signalOf(name, 3)
}

const stopWords = new Set(
  'a an and are as at be but by do for from has how in into is it its no not of on or our so that the to was we what when where why with you your'.split(
    ' ',
  ),
)

export function signalOf(text: string, length: number): string {
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
  const mainWords = words.filter((word) => !stopWords.has(word))
  const initials = mainWords.map((word) => word.charAt(0)).join('')
  const letters = new Set(lettersOf(initials + mainWords.join('') + words.join('') + 'halyard'))
  return [...letters].slice(0, length).join('')
}
