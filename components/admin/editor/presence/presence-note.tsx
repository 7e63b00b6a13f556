import type { Ref } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatTime } from '#lib/blog/dates.ts'
import type { PresenceState } from './use-presence.ts'

const listNames = (names: string[]) => new Intl.ListFormat('en-US').format([...new Set(names)])

function quietNote({ others }: PresenceState, noun: string): string {
  const names = others.filter(({ isOwn }) => !isOwn).map(({ name }) => name)
  const open = new Set(names).size === 1 ? 'has' : 'have'
  return [
    names.length > 0 && `${listNames(names)} ${open} this ${noun} open.`,
    others.some(({ isOwn }) => isOwn) && `You have this ${noun} open in another tab, too.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function lockedTitle({ others, wasTaken }: PresenceState, noun: string): string {
  const holder = others.find(({ state, isOwn }) => state === 'editing' && !isOwn)
  if (!holder) return `Nobody is editing this ${noun} anymore`
  const time = formatTime(holder.since)
  return wasTaken ? `${holder.name} took over, at ${time}` : `${holder.name} is editing, since ${time}`
}

interface PresenceNoteProps {
  noun: string
  presence: PresenceState
  onClaim: () => void
  ref: Ref<HTMLDivElement>
}

export function PresenceNote({ noun, presence, onClaim, ref }: PresenceNoteProps) {
  const { locked, wasTaken } = presence
  const note = quietNote(presence, noun)
  return (
    <div ref={ref} tabIndex={-1} role="status" aria-label={`People in this ${noun}`}>
      {locked ? (
        <div className="editor-offer presence-held">
          <p className="min-w-0 grow basis-80">
            <span className="block font-semibold break-words">{lockedTitle(presence, noun)}</span>
            <span className="block text-sm text-muted">
              {wasTaken
                ? 'You can read on. If something was not saved yet, it stays in this editor.'
                : `You can read this ${noun}. Take over to change it.`}
            </span>
          </p>
          <Button onClick={onClaim}>{wasTaken ? 'Take back' : 'Take over'}</Button>
        </div>
      ) : (
        note && <p className="presence-note">{note}</p>
      )}
    </div>
  )
}
