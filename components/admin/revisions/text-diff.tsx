import { useMemo, useState, type ReactNode } from 'react'
import { formatCount } from '#lib/counts.ts'
import { compareTexts, type Block, type Part } from './compare.ts'

const CONTEXT_LINES = 3

export function PartText({ part: { kind, text } }: { part: Part }) {
  if (kind === 'same') return text
  const Mark = kind === 'removed' ? 'del' : 'ins'
  return (
    <Mark>
      <span className="sr-only">{kind === 'removed' ? ' Removed: ' : ' Added: '}</span>
      {text}
      <span className="sr-only"> End of change. </span>
    </Mark>
  )
}

const Parts = ({ parts }: { parts: Part[] }) =>
  parts.map((part, index) => <PartText key={index} part={part} />)

interface TextDiffProps {
  before: string
  after: string
  view: 'inline' | 'side'
}

export function TextDiff({ before, after, view }: TextDiffProps) {
  const blocks = useMemo(() => compareTexts(before, after), [before, after])
  const only = (parts: Part[], kind: Part['kind']) =>
    parts.filter((part) => part.kind === 'same' || part.kind === kind)
  const row = (block: Block, index: number): ReactNode => {
    if (block.kind === 'same')
      return (
        <SameLines
          key={index}
          lines={block.lines}
          isFirst={index === 0}
          isLast={index === blocks.length - 1}
          columns={view === 'side' ? 2 : 1}
        />
      )
    if (view === 'inline')
      return (
        <p key={index} className="revision-changed">
          <Parts parts={block.parts} />
        </p>
      )
    return (
      <div key={index} className="revision-row">
        <p className="revision-changed">
          <Parts parts={only(block.parts, 'removed')} />
        </p>
        <p className="revision-changed">
          <Parts parts={only(block.parts, 'added')} />
        </p>
      </div>
    )
  }
  return <div className="revision-text">{blocks.map(row)}</div>
}

interface SameLinesProps {
  lines: string[]
  isFirst: boolean
  isLast: boolean
  columns: 1 | 2
}

function SameLines({ lines, isFirst, isLast, columns }: SameLinesProps) {
  const [isOpen, setOpen] = useState(false)
  const head = isFirst ? 0 : CONTEXT_LINES
  const tail = isLast ? 0 : CONTEXT_LINES
  const hidden = lines.length - head - tail
  if (isOpen || hidden < CONTEXT_LINES) return <Same lines={lines} columns={columns} />
  return (
    <>
      {head > 0 && <Same lines={lines.slice(0, head)} columns={columns} />}
      <button type="button" className="revision-more" onClick={() => setOpen(true)}>
        Show {formatCount(hidden)} unchanged lines
      </button>
      {tail > 0 && <Same lines={lines.slice(-tail)} columns={columns} />}
    </>
  )
}

function Same({ lines, columns }: { lines: string[]; columns: 1 | 2 }) {
  const text = lines.join('\n')
  if (columns === 1) return <p>{text}</p>
  return (
    <div className="revision-row">
      {/* Screen readers read it once. */}
      <p aria-hidden="true" className="revision-copy">
        {text}
      </p>
      <p>{text}</p>
    </div>
  )
}
