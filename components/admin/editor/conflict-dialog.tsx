import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatDateTime } from '#lib/blog/dates.ts'
import { lineDiff } from './line-diff.ts'
import type { AuthorChoice, PostFields } from './post-fields.ts'
import type { Conflict } from './use-save-post.ts'

interface ConflictDialogProps {
  conflict: Conflict
  authors: AuthorChoice
  onClose: () => void
  onUseTheirs: () => void
  onOverwrite: () => void
}

const authorName = ({ own, options }: AuthorChoice, slug: string) =>
  options.find(({ value }) => value === slug)?.name ?? (slug || own)

const compared = (fields: PostFields, authors: AuthorChoice) =>
  [
    ['Title', fields.title],
    ['URL', fields.slug],
    ['Excerpt', fields.excerpt],
    ['Tags', fields.tags.join(', ')],
    ['Alternative text', fields.coverAlt],
    ['Author', authorName(authors, fields.author)],
    ['Status', fields.published ? 'published' : 'draft'],
  ] as const

const marks = { same: ' ', theirs: '−', mine: '+' }
const owners = { same: '', theirs: 'Theirs: ', mine: 'Yours: ' }

interface ComparisonProps {
  theirs: PostFields
  mine: PostFields
  authors: AuthorChoice
}

function Comparison({ theirs, mine, authors }: ComparisonProps) {
  const own = compared(mine, authors)
  const changed = compared(theirs, authors).flatMap(([name, value], index) => {
    const ownValue = own[index]?.[1] ?? ''
    return ownValue === value ? [] : [{ name, value, ownValue }]
  })
  return (
    <div className="mt-5 grid gap-5" role="region" aria-label="Comparison">
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

export function ConflictDialog(props: ConflictDialogProps) {
  const { conflict, authors, onClose, onUseTheirs, onOverwrite } = props
  const [comparing, setComparing] = useState(false)
  const { updatedBy, updatedAt } = conflict.saved ?? {}
  const takesOffline = conflict.theirs.published && !conflict.mine.fields.published
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="staff-overlay" />
        <Dialog.Content className={comparing ? 'staff-dialog staff-dialog-wide' : 'staff-dialog'}>
          <Dialog.Title className="text-xl font-bold">This post was edited by someone else</Dialog.Title>
          <Dialog.Description className="mt-3">
            {updatedBy ?? 'Someone'} saved it
            {updatedAt ? ` on ${formatDateTime(updatedAt)}` : ''}, after you opened it. Your changes are still
            here, but not saved yet.
            {takesOffline && ' The post is live now; overwriting it with your draft takes it offline.'}
          </Dialog.Description>
          {comparing && (
            <Comparison theirs={conflict.theirs.fields} mine={conflict.mine.fields} authors={authors} />
          )}
          <div className="conflict-choices">
            <Button variant="plain" onClick={onClose}>
              Keep editing
            </Button>
            {!comparing && (
              <Button variant="plain" onClick={() => setComparing(true)}>
                Compare
              </Button>
            )}
            <Button variant="plain" onClick={onUseTheirs}>
              Use their version
            </Button>
            <Button onClick={onOverwrite}>Overwrite</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
