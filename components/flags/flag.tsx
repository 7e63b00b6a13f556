import clsx from 'clsx'
import type { FlagColor } from '#lib/flag-alphabet.ts'
import { composeCover } from '#lib/flag-covers.ts'
import { composeFlag, type FlagPicture } from '#lib/flags.ts'

const fills: Record<FlagColor, string> = {
  ink: 'fill-flag-ink',
  paper: 'fill-flag-paper',
  red: 'fill-flag-red',
  yellow: 'fill-flag-yellow',
  blue: 'fill-flag-blue',
}

interface DrawingProps {
  picture: FlagPicture
  className?: string | undefined
  /** The drawing is decorative without a title. */
  title?: string | undefined
  fill?: boolean
}

function FlagDrawing({ picture, className, title, fill }: DrawingProps) {
  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  return (
    <svg
      viewBox={picture.viewBox}
      preserveAspectRatio={fill ? 'xMidYMid slice' : undefined}
      className={className}
      {...naming}
    >
      {picture.shapes.map(({ color, d }, index) => (
        <path key={index} className={fills[color]} d={d} />
      ))}
    </svg>
  )
}

interface FlagProps {
  signal: string
  direction?: 'hoist' | 'fly'
  gap?: number
  ratio?: number
  className?: string
  title?: string
}

export function Flag({ signal, className, title, ...options }: FlagProps) {
  return <FlagDrawing picture={composeFlag(signal, options)} className={className} title={title} />
}

interface HoistProps {
  signal: string
  title: string
  className?: string
}

/** Runs horizontally on phones and vertically on wide screens. */
export function Hoist({ signal, title, className }: HoistProps) {
  return (
    <div role="img" aria-label={title} className={clsx('hoist', className)}>
      {[...signal].map((letter, index) => (
        <Flag key={index} signal={letter} className="hoist-flag" />
      ))}
    </div>
  )
}

export function CoverArt({ seed, className }: { seed: string; className?: string }) {
  return (
    <FlagDrawing
      picture={composeCover(seed, 1600, 1000)}
      className={clsx('overflow-hidden', className)}
      fill
    />
  )
}
