'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { tagListResponseSchema } from '#contract/posts.ts'
import type { AuthorOption, CategoryOption } from '#lib/blog/staff-queries.ts'
import { countPosts } from '#lib/blog/texts.ts'
import { checkSession, staffRequest } from '../api.ts'
import { addTags } from '../editor/post-fields.ts'
import { TagInput } from '../editor/tag-input.tsx'
import { changeErrorText } from '../error-text.ts'
import { ChangeDialog } from '../ui/change-dialog.tsx'
import type { SelectedPost } from './changes.ts'
import type { Edits } from './edits.ts'

/** The value of a select that leaves the posts as they are; no slug starts with a hyphen. */
const UNCHANGED = '-'

interface EditDialogProps {
  posts: SelectedPost[]
  initial: Edits | undefined
  categories: CategoryOption[]
  /** Empty for those who can't assign posts to others. */
  authors: AuthorOption[]
  onSave: (edits: Edits) => void
  onClose: () => void
}

export function EditDialog({ posts, initial, categories, authors, onSave, onClose }: EditDialogProps) {
  const [tags, setTags] = useState(initial?.addedTags ?? [])
  const [text, setText] = useState('')
  const [removed, setRemoved] = useState(initial?.removedTags ?? [])
  const [category, setCategory] = useState(initial?.category ?? UNCHANGED)
  const [author, setAuthor] = useState(initial?.author ?? UNCHANGED)
  const [error, setError] = useState<string>()
  const [tagError, setTagError] = useState<string>()
  const tagInput = useRef<HTMLInputElement>(null)
  const { data } = useQuery({
    queryKey: ['tag-names'],
    queryFn: ({ signal }) => staffRequest('/api/tags', tagListResponseSchema, { signal }),
  })
  const session = useMutation({ mutationFn: checkSession })
  const known = data?.data.map(({ name }) => name) ?? []

  const isChanged = tags.length + removed.length > 0 || category !== UNCHANGED || author !== UNCHANGED

  const save = () => {
    const typed = addTags(tags, text, known)
    setTagError(typed.error)
    if (typed.error !== undefined) return tagInput.current?.focus()
    const hasTags = typed.tags.length + removed.length > 0
    if (!hasTags && category === UNCHANGED && author === UNCHANGED) return setError('Choose what to change.')
    setError(undefined)
    const edits = {
      addedTags: typed.tags,
      removedTags: removed,
      category: category === UNCHANGED ? undefined : category,
      author: author === UNCHANGED ? undefined : author,
    }
    session.mutate(undefined, { onSuccess: () => onSave(edits) })
  }
  return (
    <ChangeDialog
      title={`Edit ${countPosts(posts.length)}`}
      confirmLabel="Save"
      busyLabel="Saving…"
      busy={session.isPending}
      error={error ?? (session.error ? changeErrorText(session.error) : undefined)}
      isChanged={isChanged}
      onConfirm={save}
      onClose={onClose}
    >
      <TagInput
        label="Add tags"
        chosenLabel="Tags to add"
        tags={tags}
        text={text}
        known={known}
        error={tagError}
        focusRef={(input) => {
          tagInput.current = input
        }}
        onChange={setTags}
        onText={(value) => {
          setText(value)
          setTagError(undefined)
        }}
        onError={setTagError}
      />
      <RemovedTags posts={posts} removed={removed} onChange={setRemoved} />
      {categories.length > 0 && (
        <Choice label="Category" value={category} onChange={setCategory}>
          <option value="">None</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      {authors.length > 0 && (
        <Choice label="Author" value={author} onChange={setAuthor}>
          {authors.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Choice>
      )}
    </ChangeDialog>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="grid gap-1.5 font-semibold">
      {label}
      <select className="control font-normal" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value={UNCHANGED}>No change</option>
        {children}
      </select>
    </label>
  )
}

function countTags(posts: SelectedPost[]): [tag: string, posts: number][] {
  const counts = new Map<string, number>()
  for (const tag of posts.flatMap(({ tags = [] }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([a, more], [b, fewer]) => fewer - more || a.localeCompare(b))
}

interface RemovedTagsProps {
  posts: SelectedPost[]
  removed: string[]
  onChange: (removed: string[]) => void
}

function RemovedTags({ posts, removed, onChange }: RemovedTagsProps) {
  const counts = countTags(posts)
  if (counts.length === 0) return null
  return (
    <fieldset>
      <legend className="font-semibold">Remove tags</legend>
      <div className="edit-tags">
        {counts.map(([tag, count]) => (
          <label key={tag} className="flex min-h-11 items-center gap-3 wrap-anywhere">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-signal"
              checked={removed.includes(tag)}
              onChange={({ target }) =>
                onChange(target.checked ? [...removed, tag] : removed.filter((name) => name !== tag))
              }
            />
            <span>
              {tag} <span className="text-muted">· {countPosts(count)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
