import * as Popover from 'radix-ui/popover'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { listHeadings, type Heading } from '#contract/markdown-scan.ts'
import type { DocumentFields } from '../editor/document.ts'
import { onEscape } from '../ui/on-escape.ts'
import { selectText } from './select-text.ts'

function Headings({ onChoose }: { onChoose: (heading: Heading) => void }) {
  const headings = listHeadings(useWatch<DocumentFields, 'content'>({ name: 'content' }))
  if (headings.length === 0) return <p className="px-4 py-2 text-muted">The text has no headings yet.</p>
  return (
    <ol className="outline-list">
      {headings.map((heading) => (
        <li key={heading.from} data-level={heading.level}>
          <button
            type="button"
            className="staff-menu-item w-full text-left"
            onClick={() => onChoose(heading)}
          >
            {heading.text}
            <span className="sr-only">, level {heading.level}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}

export function Outline() {
  const [open, setOpen] = useState(false)
  const chosen = useRef<Heading>(null)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        chosen.current = null
        setOpen(next)
      }}
    >
      <Popover.Trigger className="writing-tool">Outline</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Outline"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="staff-menu max-h-[min(24rem,var(--radix-popper-available-height))] w-96 max-w-[calc(100vw-1.5rem)]"
          onKeyDown={(event) => onEscape(event, () => setOpen(false))}
          onCloseAutoFocus={(event) => {
            if (!chosen.current) return
            event.preventDefault()
            selectText({ from: chosen.current.to, to: chosen.current.to })
          }}
        >
          <Headings
            onChoose={(heading) => {
              chosen.current = heading
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
