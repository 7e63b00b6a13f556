import type { FlagColour } from '#lib/flag-alphabet.ts'
import { composeFlag, type FlagPicture } from '#lib/flags.ts'

const fills: Record<FlagColour, string> = {
  ink: 'fill-flag-ink',
  paper: 'fill-flag-paper',
  red: 'fill-flag-red',
  yellow: 'fill-flag-yellow',
  blue: 'fill-flag-blue',
}

interface PictureProps {
  picture: FlagPicture
  className?: string | undefined
  /** Its accessible name; without one it is decoration. */
  title?: string | undefined
}

export function FlagDrawing({ picture, className, title }: PictureProps) {
  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  return (
    <svg viewBox={picture.viewBox} className={className} {...naming}>
      {picture.shapes.map(({ colour, d }, index) => (
        <path key={index} className={fills[colour]} d={d} />
      ))}
    </svg>
  )
}

interface FlagProps {
  /** The letters to spell, e.g. `APP`. */
  signal: string
  direction?: 'hoist' | 'fly'
  gap?: number
  ratio?: number
  className?: string
  title?: string
}

/** Signal flags spelling a few letters, in the colours of the present theme. */
export function Flag({ signal, className, title, ...options }: FlagProps) {
  return <FlagDrawing picture={composeFlag(signal, options)} className={className} title={title} />
}
