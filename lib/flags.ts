import { alphabet, type FlagColour, type Piece } from './flag-alphabet.ts'

export interface FlagShape {
  colour: FlagColour
  /** SVG path data. */
  d: string
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

/** The five colours where no stylesheet reaches: covers, share cards, icons. */
export const flagHex: Record<FlagColour, string> = {
  ink: '#14202e',
  paper: '#fffdf8',
  red: '#d62f2a',
  yellow: '#f2b91d',
  blue: '#1f4fa3',
}

const FIELD = 60
const places = (value: number) => String(Math.round(value * 100) / 100)

const spelled = (seed: string) =>
  [...seed.normalize('NFD').toLowerCase()].filter((character) => Object.hasOwn(alphabet, character))

function trace([colour, form]: Piece, box: Box): FlagShape {
  if (typeof form !== 'string') {
    // A disc stays round whatever the proportions of its flag.
    const radius = (form.radius / FIELD) * Math.min(box.width, box.height)
    const [left, middle] = [box.x + box.width / 2 - radius, box.y + box.height / 2]
    const arc = `a${places(radius)},${places(radius)} 0 1 0`
    return {
      colour,
      d: `M${places(left)},${places(middle)}${arc} ${places(radius * 2)},0${arc} ${places(-radius * 2)},0Z`,
    }
  }
  const points = form.split(' ').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return `${places(box.x + (x / FIELD) * box.width)},${places(box.y + (y / FIELD) * box.height)}`
  })
  return { colour, d: `M${points.join('L')}Z` }
}

/** One letter's flag, filling a box. */
export const flagIn = (letter: string, box: Box): FlagShape[] =>
  (alphabet[letter] ?? []).map((piece) => trace(piece, box))

export const bar = (colour: FlagColour, { x, y, width, height }: Box): FlagShape => ({
  colour,
  d: `M${places(x)},${places(y)}h${places(width)}v${places(height)}h${places(-width)}Z`,
})

interface FlagOptions {
  /** `hoist` hangs the flags one below the other, `fly` sets them side by side. */
  direction?: 'hoist' | 'fly'
  /** Between two flags, in sixtieths of a flag. */
  gap?: number
  /** Width of a flag over its height. */
  ratio?: number
}

/** Spells the letters of a seed in signal flags: the same seed gives the same picture. */
export function composeFlag(
  seed: string,
  { direction = 'hoist', gap = 8, ratio = 1 }: FlagOptions = {},
): FlagPicture {
  const letters = spelled(seed)
  const [flagWidth, flagHeight] = [FIELD * ratio, FIELD]
  const step = direction === 'hoist' ? { x: 0, y: flagHeight + gap } : { x: flagWidth + gap, y: 0 }
  const last = Math.max(letters.length - 1, 0)
  const [width, height] = [flagWidth + last * step.x, flagHeight + last * step.y]
  const shapes = letters.flatMap((letter, index) =>
    flagIn(letter, { x: index * step.x, y: index * step.y, width: flagWidth, height: flagHeight }),
  )
  return { viewBox: `0 0 ${places(width)} ${places(height)}`, width, height, shapes }
}

const smallWords = new Set(
  'a an and are as at be but by do for from has how in into is it its no not of on or our so that the to was we what when where why with you your'.split(
    ' ',
  ),
)

/** What a title or slug signals: the initials of its words that carry meaning, then letters of the first, each once. */
export function signalOf(text: string, length: number): string {
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
  const weighty = words.filter((word) => !smallWords.has(word))
  const initials = weighty.map((word) => word.charAt(0)).join('')
  const letters = new Set(spelled(initials + weighty.join('') + words.join('') + 'halyard'))
  return [...letters].slice(0, length).join('')
}
