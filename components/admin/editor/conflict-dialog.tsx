import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { lineDiff } from './line-diff.ts'
import type { PostFields } from './post-fields.ts'
import { inWords } from './texts.ts'
import type { Conflict } from './use-save.ts'

interface ConflictDialogProps {
  conflict: Conflict
  onClose: () => void
  onTakeTheirs: () => void
  onOverwrite: () => void
}

const shownAs = (fields: PostFields) =>
  [
    ['Title', fields.title],
    ['Address', fields.slug],
    ['Excerpt', fields.excerpt],
    ['Tags', fields.tags.join(', ')],
    ['Alternative text', fields.coverAlt],
    ['Status', fields.published ? 'published' : 'draft'],
  ] as const

const marks = { same: ' ', theirs: '−', mine: '+' }
const owners = { same: '', theirs: 'Theirs: ', mine: 'Yours: ' }

function Comparison({ theirs, mine }: { theirs: PostFields; mine: PostFields }) {
  const wanted = shownAs(mine)
  const changed = shownAs(theirs).flatMap(([name, value], at) => {
    const own = wanted[at]?.[1] ?? ''
    return own === value ? [] : [{ name, value, own }]
  })
  return (
    <div className="mt-5 grid gap-5" role="region" aria-label="Comparison">
      {changed.map(({ name, value, own }) => (
        <dl key={name} className="grid gap-1">
          <dt className="font-semibold">{name}</dt>
          <dd className="diff-theirs">
            <span className="sr-only">Theirs: </span>
            {value || '(empty)'}
          </dd>
          <dd className="diff-mine">
            <span className="sr-only">Yours: </span>
            {own || '(empty)'}
          </dd>
        </dl>
      ))}
      {theirs.content === mine.content ? (
        <p className="text-muted">The content is the same.</p>
      ) : (
        <div>
          <p className="font-semibold">Content</p>
          <div className="diff" tabIndex={0} role="group" aria-label="Content, line by line">
            {lineDiff(theirs.content, mine.content).map(({ kind, text }, at) => (
              <p key={at} className={kind === 'same' ? undefined : `diff-${kind}`}>
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

/** Somebody else saved the post after it was opened here: nothing is written over before that is decided. */
export function ConflictDialog({ conflict, onClose, onTakeTheirs, onOverwrite }: ConflictDialogProps) {
  const [comparing, setComparing] = useState(false)
  const { updatedBy, updatedAt } = conflict.change
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay" />
        <Dialog.Content className={comparing ? 'staff-dialog staff-dialog-wide' : 'staff-dialog'}>
          <Dialog.Title className="text-xl font-bold">This post was changed in the meantime</Dialog.Title>
          <Dialog.Description className="mt-3">
            {updatedBy ?? 'Somebody'} saved it{updatedAt ? ` on ${inWords(updatedAt)}` : ''}, after it was
            opened here. Nothing of yours has been saved or lost.
          </Dialog.Description>
          {comparing && <Comparison theirs={conflict.theirs.fields} mine={conflict.mine} />}
          <div className="mt-7 flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              Keep editing
            </Button>
            {!comparing && (
              <Button variant="plain" onClick={() => setComparing(true)}>
                Compare
              </Button>
            )}
            <Button variant="plain" onClick={onTakeTheirs}>
              Take theirs
            </Button>
            <Button onClick={onOverwrite}>Overwrite</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
