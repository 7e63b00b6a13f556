import * as Popover from 'radix-ui/popover'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { wordCount } from '#contract/markup.ts'
import { formatCount } from '#lib/counts.ts'
import type { DocumentFields } from '../editor/document.ts'
import { onEscape } from '../ui/on-escape.ts'

const PREFIX = 'halyard:word-goal:'
const NEW = 'new'
const MAX_GOAL = 100_000

function readGoal(id: string): string {
  try {
    return localStorage.getItem(PREFIX + id) ?? ''
  } catch {
    return ''
  }
}

function storeGoal(id: string, goal: string) {
  try {
    if (goal === '') localStorage.removeItem(PREFIX + id)
    else localStorage.setItem(PREFIX + id, goal)
  } catch {
    // Without local storage the goal is lost when the page is closed.
  }
}

/** Stored in this browser; a new document keeps its goal when it is first saved. */
function useGoal(documentId: string | undefined) {
  const [goal, setGoal] = useState(() => readGoal(documentId ?? NEW))
  const isNew = useRef(documentId === undefined)
  useEffect(() => {
    storeGoal(documentId ?? NEW, goal)
    if (documentId === undefined || !isNew.current) return
    storeGoal(NEW, '')
    isNew.current = false
  }, [documentId, goal])
  return [goal, setGoal] as const
}

const parseGoal = (text: string) => {
  const goal = Number(text)
  return Number.isInteger(goal) && goal > 0 && goal <= MAX_GOAL ? goal : null
}

function Progress({ goal }: { goal: number }) {
  const content = useWatch<DocumentFields, 'content'>({ name: 'content' })
  const words = wordCount(useDeferredValue(content))
  return (
    <div className="writing-goal">
      <progress aria-label="Word goal" max={goal} value={Math.min(words, goal)} />
      <span className="text-sm text-muted tabular-nums">
        {formatCount(words)} of {formatCount(goal)} words
      </span>
    </div>
  )
}

export function WordGoal({ documentId }: { documentId: string | undefined }) {
  const [text, setText] = useGoal(documentId)
  const [open, setOpen] = useState(false)
  const goal = parseGoal(text)
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className="writing-tool">Word goal</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label="Word goal"
            align="start"
            sideOffset={6}
            collisionPadding={12}
            className="staff-menu w-72 max-w-[calc(100vw-1.5rem)] px-4 pb-4"
            onKeyDown={(event) => onEscape(event, () => setOpen(false))}
          >
            <Field
              label="Words to write"
              name="word-goal"
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_GOAL}
              hint="Kept in this browser. Leave empty for no goal."
              error={text === '' || goal !== null ? undefined : 'Enter a number from 1 to 100,000'}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={({ key }) => {
                if (key === 'Enter' && (text === '' || goal !== null)) setOpen(false)
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {goal !== null && <Progress goal={goal} />}
    </>
  )
}
