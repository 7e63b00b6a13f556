import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatDateTime } from '#lib/blog/dates.ts'
import { useIsOwnName } from '../frame/role.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { useReturnFocus } from '../ui/focus.ts'
import type { DocumentFields, DocumentKind } from './document.ts'
import { lineDiff } from './line-diff.ts'
import type { Merged, MergeInput } from './merge/merge-document.ts'
import { MergeView } from './merge/merge-view.tsx'
import type { Conflict } from './use-save-document.ts'

export type Compared<Fields> = (fields: Fields) => readonly (readonly [string, string])[]

interface ConflictDialogProps<Fields extends DocumentFields> {
  kind: DocumentKind<Fields>
  conflict: Conflict<Fields>
  merging: MergeInput<Fields>
  compared: Compared<Fields>
  onClose: () => void
  onUseTheirs: () => void
  onMerged: (merged: Merged<Fields>) => void
  onOverwrite: () => void
}

const marks = { same: ' ', theirs: '−', mine: '+' }
const owners = { same: '', theirs: 'Theirs: ', mine: 'Yours: ' }

interface ComparisonProps<Fields> {
  theirs: Fields
  mine: Fields
  compared: Compared<Fields>
}

function Comparison<Fields extends DocumentFields>({ theirs, mine, compared }: ComparisonProps<Fields>) {
  const own = compared(mine)
  const changed = compared(theirs).flatMap(([name, value], index) => {
    const ownValue = own[index]?.[1] ?? ''
    return ownValue === value ? [] : [{ name, value, ownValue }]
  })
  return (
    <div className="mt-5 grid grid-cols-1 gap-5" role="region" aria-label="Comparison">
      {changed.map(({ name, value, ownValue }) => (
        <dl key={name} className="grid gap-1">
          <dt className="font-semibold">{name}</dt>
          <dd className="diff-theirs">
            <span className="sr-only">Theirs: </span>
            {value || '(empty)'}
          </dd>
          <dd className="diff-mine">
            <span className="sr-only">Yours: </span>
            {ownValue || '(empty)'}
          </dd>
        </dl>
      ))}
      {theirs.content === mine.content ? (
        <p className="text-muted">The content is the same.</p>
      ) : (
        <div>
          <p className="font-semibold">Content</p>
          <div className="diff" tabIndex={0} role="group" aria-label="Content, line by line">
            {lineDiff(theirs.content, mine.content).map(({ kind, text }, index) => (
              <p key={index} className={kind === 'same' ? undefined : `diff-${kind}`}>
                <span aria-hidden="true">{marks[kind]} </span>
                <span className="sr-only">{owners[kind]}</span>
                {text}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

export function ConflictDialog<Fields extends DocumentFields>(props: ConflictDialogProps<Fields>) {
  const { kind, conflict, compared, onClose, onUseTheirs, onOverwrite } = props
  const { noun } = kind
  const [view, setView] = useState<'question' | 'comparison' | 'merge'>('question')
  const { updatedBy, updatedAt } = conflict.saved ?? {}
  const isOwn = useIsOwnName(updatedBy)
  const focusHandlers = useReturnFocus()
  const takesOffline = conflict.theirs.published && !conflict.mine.fields.published
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay" />
        <Dialog.Content
          {...focusHandlers}
          onKeyDown={(event) => onEscape(event, onClose)}
          className={view === 'question' ? 'staff-dialog' : 'staff-dialog staff-dialog-wide'}
          onInteractOutside={(event) => {
            // A click outside, which may be accidental, does not drop the choices.
            if (view === 'merge') event.preventDefault()
          }}
        >
          <Dialog.Title className="text-xl font-bold">
            This {noun} was edited {isOwn ? 'in another tab or browser' : 'by someone else'}
          </Dialog.Title>
          <Dialog.Description className="mt-3">
            {isOwn ? 'You' : (updatedBy ?? 'Someone')} saved it{isOwn && ' there'}
            {updatedAt ? ` on ${formatDateTime(updatedAt)}` : ''}, after you opened it. Your changes are still
            here, but not saved yet.
            {takesOffline && ` The ${noun} is live now; overwriting it with your draft takes it offline.`}
          </Dialog.Description>
          {view === 'comparison' && (
            <Comparison theirs={conflict.theirs.fields} mine={conflict.mine.fields} compared={compared} />
          )}
          {view === 'merge' ? (
            <MergeView
              kind={kind}
              input={props.merging}
              compared={compared}
              onBack={() => setView('question')}
              onMerged={props.onMerged}
            />
          ) : (
            <div className="conflict-choices">
              <Button variant="plain" onClick={onClose}>
                Keep editing
              </Button>
              {view === 'question' && (
                <Button variant="plain" onClick={() => setView('comparison')}>
                  Compare
                </Button>
              )}
              <Button variant="plain" onClick={() => setView('merge')}>
                Merge
              </Button>
              <Button variant="plain" onClick={onUseTheirs}>
                Use their version
              </Button>
              <Button onClick={onOverwrite}>Overwrite</Button>
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
