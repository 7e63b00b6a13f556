import clsx from 'clsx'
import { Fragment, type CSSProperties } from 'react'
import type { FlagColor } from '#lib/flag-alphabet.ts'
import { layoutCover } from '#lib/flag-covers.ts'
import { composeFlag, drawFlag, FIELD, type Box, type FlagPicture, type FlagShape } from '#lib/flags.ts'

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
  title?: string | undefined
}

function FlagDrawing({ picture, className, title }: DrawingProps) {
  const naming = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true }
  return (
    <svg viewBox={picture.viewBox} className={className} {...naming}>
      <Shapes shapes={picture.shapes} />
    </svg>
  )
}

const Shapes = ({ shapes }: { shapes: FlagShape[] }) =>
  shapes.map(({ color, d }, index) => <path key={index} className={fills[color]} d={d} />)

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

export function Hoist({ signal, title, className }: HoistProps) {
  const letters = [...signal]
  // The size of a flag does not depend on how many have arrived.
  const style: CSSProperties & { '--flags': number } = { '--flags': letters.length }
  return (
    <div role="img" aria-label={title} className={clsx('hoist', className)} style={style}>
      {letters.map((letter, index) => (
        <Flag key={index} signal={letter} className="hoist-flag" />
      ))}
    </div>
  )
}

const PERCENT = { width: 100, height: 100 }
const field = { x: 0, y: 0, width: FIELD, height: FIELD }

const LINE_WIDTH = 0.7

const percent = (value: number) => `${Math.round(value * 100) / 100}%`

const toPercent = ({ x, y, width, height }: Box) => ({
  x: percent(x),
  y: percent(y),
  width: percent(width),
  height: percent(height),
})

/** Measured in percent, so that it fills a frame of any proportions; discs stay round. */
export function CoverArt({ seed, className }: { seed: string; className?: string }) {
  const { background, lineColor, lines, flags } = layoutCover(seed, PERCENT)
  return (
    <svg className={clsx('overflow-hidden', className)} aria-hidden>
      <rect className={fills[background]} width="100%" height="100%" />
      {lines.map((x) => (
        <rect
          key={x}
          className={fills[lineColor]}
          x={percent(x - LINE_WIDTH)}
          width={percent(LINE_WIDTH)}
          height="100%"
        />
      ))}
      {flags.map(({ letter, box }, index) => {
        const shapes = drawFlag(letter, field)
        const discs = shapes.filter(({ isDisc }) => isDisc)
        const place = { viewBox: `0 0 ${FIELD} ${FIELD}`, ...toPercent(box) }
        return (
          <Fragment key={index}>
            <svg {...place} preserveAspectRatio="none">
              <Shapes shapes={shapes.filter(({ isDisc }) => !isDisc)} />
            </svg>
            {discs.length > 0 && (
              <svg {...place}>
                <Shapes shapes={discs} />
              </svg>
            )}
          </Fragment>
        )
      })}
    </svg>
  )
}
