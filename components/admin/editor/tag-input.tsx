import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { addTags, isIn } from './post-fields.ts'

interface TagInputProps {
  label?: string
  chosenLabel?: string
  tags: string[]
  text: string
  known: string[]
  error: string | undefined
  focusRef: (input: HTMLInputElement | null) => void
  onChange: (tags: string[]) => void
  onText: (text: string) => void
  onError: (message: string) => void
}

export function TagInput(props: TagInputProps) {
  const { label = 'Tags', chosenLabel = 'Tags of this post', tags, text, known, error } = props
  const { focusRef, onChange, onText, onError } = props
  const [announcement, setAnnouncement] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const add = (value: string) => {
    const result = addTags(tags, value, known)
    const { added } = result
    onText(result.error ? value : '')
    if (result.error) return onError(result.error)
    if (added.length > 0) onChange(result.tags)
    const name = value.split(',').find((part) => part.trim() !== '')
    const repeated = name === undefined ? '' : `${name.trim()} is already added.`
    setAnnouncement(added.length > 0 ? `Added ${added.join(', ')}.` : repeated)
  }
  const remove = (name: string) => {
    onChange(tags.filter((tag) => tag !== name))
    setAnnouncement(`Removed ${name}.`)
    input.current?.focus()
  }

  return (
    <div className="grid content-start gap-1.5" role="group" aria-label={label}>
      <label htmlFor="tag" className="font-semibold">
        {label}
      </label>
      <p id="tag-hint" className="text-sm text-muted">
        Press Enter or type a comma to add a tag.
      </p>
      <div className="flex gap-2">
        <input
          ref={(element) => {
            input.current = element
            focusRef(element)
          }}
          id="tag"
          className="control"
          list="known-tags"
          autoComplete="off"
          value={text}
          aria-describedby={error ? 'tag-hint tags-error' : 'tag-hint'}
          aria-invalid={error ? true : undefined}
          onChange={({ target: { value } }) => (value.includes(',') ? add(value) : onText(value))}
          onPaste={(event) => {
            const lines = event.clipboardData
              .getData('text')
              .trim()
              .split(/\s*[\r\n\t]+\s*/)
            if (lines.length < 2) return
            event.preventDefault()
            const { selectionStart, selectionEnd } = event.currentTarget
            const [before, after] = [text.slice(0, selectionStart ?? 0), text.slice(selectionEnd ?? 0)]
            add([before, ...lines, after].join(','))
          }}
          onKeyDown={(event) => {
            const last = tags.at(-1)
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              add(text)
            } else if (event.key === 'Backspace' && !event.repeat && text === '' && last !== undefined)
              remove(last)
          }}
        />
        <datalist id="known-tags">
          {known
            .filter((name) => !isIn(tags, name))
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
        <Button
          variant="plain"
          onClick={() => {
            add(text)
            input.current?.focus()
          }}
        >
          Add
        </Button>
      </div>
      {error && (
        <p id="tags-error" className="control-error">
          {error}
        </p>
      )}
      {tags.length > 0 && (
        <ul aria-label={chosenLabel} className="mt-1 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="editor-tag">
              {tag}
              <button type="button" aria-label={`Remove ${tag}`} onClick={() => remove(tag)}>
                <X className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
