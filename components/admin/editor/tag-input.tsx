import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

interface TagInputProps {
  tags: string[]
  known: string[]
  error: string | undefined
  onChange: (tags: string[]) => void
}

const isIn = (tags: string[], name: string) => tags.some((tag) => tag.toLowerCase() === name.toLowerCase())

/** Tags as a list; a new one comes by its button, Enter or a comma, and in the spelling that is known. */
export function TagInput({ tags, known, error, onChange }: TagInputProps) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)

  const add = (written: string) => {
    const names = written
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => known.find((tag) => tag.toLowerCase() === name.toLowerCase()) ?? name)
    const fresh = names.filter((name, at) => !isIn(tags, name) && !isIn(names.slice(0, at), name))
    if (fresh.length > 0) onChange([...tags, ...fresh])
    setSaid(
      fresh.length > 0
        ? `Added ${fresh.join(', ')}.`
        : names.length > 0
          ? `${names[0]} is there already.`
          : '',
    )
    setText('')
  }
  const remove = (name: string) => {
    onChange(tags.filter((tag) => tag !== name))
    setSaid(`Removed ${name}.`)
    input.current?.focus()
  }

  return (
    <div className="grid content-start gap-1.5" role="group" aria-label="Tags">
      <label htmlFor="tag" className="font-semibold">
        Tags
      </label>
      <p id="tag-hint" className="text-sm text-muted">
        Enter or a comma adds one.
      </p>
      <div className="flex gap-2">
        <input
          ref={input}
          id="tag"
          className="control"
          list="known-tags"
          autoComplete="off"
          maxLength={50}
          value={text}
          aria-describedby={error ? 'tag-hint tags-error' : 'tag-hint'}
          aria-invalid={error ? true : undefined}
          onChange={({ target: { value } }) => (value.includes(',') ? add(value) : setText(value))}
          onKeyDown={(event) => {
            const last = tags.at(-1)
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              add(text)
            } else if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
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
        <ul aria-label="Tags of this post" className="mt-1 flex flex-wrap gap-2">
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
        {said}
      </p>
    </div>
  )
}
