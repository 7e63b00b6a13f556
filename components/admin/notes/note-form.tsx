import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Anchor } from '#contract/note-anchor.ts'
import { noteLimits, type NotePerson } from '#contract/notes.ts'
import { isBlank } from '#contract/text.ts'
import { serverErrorText } from '../error-text.ts'
import { useNoteDraft } from './note-drafts.ts'
import { useWriteNote, type NoteWrite } from './notes-query.ts'

interface NoteFormProps {
  api: string
  draftKey: string
  anchor?: Anchor
  label: string
  send: string
  cancel?: string
  initial?: string
  people: NotePerson[]
  toWrite: (text: string) => NoteWrite
  onDone: () => void
  onCancel: () => void
}

/** Not a form element, because it is inside the form of the post. */
export function NoteForm({
  api,
  draftKey,
  anchor,
  label,
  send,
  cancel: cancelLabel = 'Cancel',
  initial = '',
  people,
  toWrite,
  onDone,
  onCancel,
}: NoteFormProps) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const { text, setText, isUnsaved, isRestored, discard } = useNoteDraft(draftKey, initial, anchor)
  const [missing, setMissing] = useState(false)
  const write = useWriteNote(api)
  const textarea = () => group.current?.querySelector('textarea')

  useEffect(() => {
    const field = group.current?.querySelector('textarea')
    if (isRestored) return
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [isRestored])

  const submit = () => {
    if (write.isPending) return
    setMissing(isBlank(text))
    if (isBlank(text)) return textarea()?.focus()
    // The promise also ends when the form is gone, whose text would otherwise be offered again.
    void write.mutateAsync(toWrite(text), { onSuccess: onDone }).then(
      () => discard(text),
      () => {},
    )
  }
  const cancel = () => {
    discard()
    onCancel()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isUnsaved) cancel()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const mention = (person: string) => {
    const field = textarea()
    if (!write.isPending) setText(insertMention(text, field?.selectionEnd ?? text.length, person))
    field?.focus()
  }

  return (
    <div ref={group} role="group" aria-label={label} className="note-form">
      <Field
        id={`${id}-text`}
        name="note"
        label={label}
        multiline
        rows={3}
        maxLength={noteLimits.text}
        readOnly={write.isPending}
        value={text}
        error={missing ? 'Note is required' : undefined}
        aria-keyshortcuts="Control+Enter"
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value)
          setMissing(false)
        }}
      />
      {people.length > 0 && <MentionPicker people={people} onMention={mention} />}
      {write.error && (
        <Notice tone="error">
          {serverErrorText(write.error, 'The note could not be saved. Please try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" aria-disabled={write.isPending || undefined} onClick={submit}>
          {send}
        </Button>
        <Button variant="quiet" onClick={cancel}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  )
}

function insertMention(text: string, caret: number, person: string): string {
  const start = text
    .slice(0, caret)
    .replace(/(?<!\S)@(\S*)$/, (typed, name: string) =>
      person.toLowerCase().startsWith(name.toLowerCase()) ? '' : typed,
    )
  const space = start === '' || /\s$/.test(start) ? '' : ' '
  return `${start}${space}@${person} ${text.slice(caret)}`
}

interface MentionPickerProps {
  people: NotePerson[]
  onMention: (person: string) => void
}

function MentionPicker({ people, onMention }: MentionPickerProps) {
  const [person, setPerson] = useState(people[0]?.name ?? '')
  return (
    <div className="note-mention">
      <select
        aria-label="Person to mention"
        className="control"
        value={person}
        onChange={({ target }) => setPerson(target.value)}
      >
        {people.map(({ id, name }) => (
          <option key={id} value={name}>
            @{name}
          </option>
        ))}
      </select>
      <Button variant="quiet" onClick={() => onMention(person)}>
        Mention
      </Button>
    </div>
  )
}
