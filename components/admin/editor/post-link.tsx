import { useQuery } from '@tanstack/react-query'
import { FileSymlink } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import * as Toolbar from 'radix-ui/toolbar'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { postListResponseSchema } from '#contract/posts.ts'
import { Field } from '#components/ui/field.tsx'
import { MAX_QUERY } from '#contract/limits.ts'
import { countOf } from '#lib/counts.ts'
import { staffRequest } from '../api.ts'
import { useCanEdit } from '../frame/role.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { onEscape } from '../ui/on-escape.ts'
import { useLock } from './presence/lock.tsx'

const DEBOUNCE_MS = 200
const MAX_RESULTS = 8

export interface LinkedPost {
  slug: string
  title: string
}

interface FoundPost extends LinkedPost {
  published: boolean
}

type CanEdit = ReturnType<typeof useCanEdit>

/** Finds drafts too, for texts that are published together; those of others only for people who may edit them. */
async function findPosts(search: string, canEdit: CanEdit, signal: AbortSignal): Promise<FoundPost[]> {
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  signal.throwIfAborted()
  const query = new URLSearchParams({
    ...{ status: 'all', drafts: 'editable' },
    ...{ limit: String(MAX_RESULTS), search },
  })
  const { data } = await staffRequest(`/api/blogs?${query}`, postListResponseSchema, { signal })
  return data.blogs.filter((post) => post.published || canEdit(post)).slice(0, MAX_RESULTS)
}

const listId = 'post-link-results'
const optionId = (index: number) => `${listId}-${index}`

interface ResultsProps {
  posts: FoundPost[]
  message: string
  active: number
  onChoose: (post: LinkedPost) => void
}

function Results({ posts, message, active, onChoose }: ResultsProps) {
  return (
    <>
      <p role="status" className={posts.length > 0 ? 'sr-only' : 'px-4 py-3 text-muted'}>
        {message}
      </p>
      <ul id={listId} role="listbox" aria-label="Posts" hidden={posts.length === 0}>
        {posts.map((post, index) => (
          <li
            key={post.slug}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className="staff-menu-item post-option py-2 wrap-anywhere"
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(post)
            }}
          >
            {post.title}
            {!post.published && <StatusBadge status="draft" className="ml-2" />}
          </li>
        ))}
      </ul>
    </>
  )
}

function useFoundPosts(search: string) {
  const canEdit = useCanEdit()
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['linked-posts', search],
    queryFn: ({ signal }) => findPosts(search, canEdit, signal),
    placeholderData: (previous) => previous,
  })
  if (isError) return { posts: [], isLoading: false, message: 'The posts could not be loaded. Try again.' }
  if (!data) return { posts: [], isLoading: true, message: 'Loading…' }
  if (data.length === 0) return { posts: [], isLoading: isPlaceholderData, message: 'No post matches.' }
  const message = countOf(data.length, 'post')
  return { posts: data, isLoading: isPlaceholderData, message: isPlaceholderData ? 'Loading…' : message }
}

/** Focus stays in the field, which refers to the active post. */
function PostSearch({ onChoose }: { onChoose: (post: LinkedPost) => void }) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const { posts, message, isLoading } = useFoundPosts(search.trim())
  const index = Math.min(active, posts.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: posts.length - 1 }[event.key]
    const post = posts[index]
    if (!post || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined && !isLoading) onChoose(post)
    else if (step !== undefined) setActive((index + step) % posts.length)
  }
  return (
    <>
      <Field
        label="Search your posts"
        name="post-link-search"
        role="combobox"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-expanded={posts.length > 0}
        aria-activedescendant={posts.length > 0 ? optionId(index) : undefined}
        autoComplete="off"
        className="px-4 pb-3"
        maxLength={MAX_QUERY}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Results posts={posts} message={message} active={index} onChoose={onChoose} />
    </>
  )
}

export interface Caret {
  getBoundingClientRect: () => DOMRect
}

interface PostLinkProps {
  onChoose: (post: LinkedPost) => void
  onChosen: () => void
  open: boolean
  onOpen: (open: boolean) => void
  /** The caret, when the picker was opened from the text, which then gets the focus back. */
  caret?: RefObject<Caret> | undefined
}

export function PostLink({ onChoose, onChosen, open, onOpen, caret }: PostLinkProps) {
  const [toText, setToText] = useState(false)
  const { locked } = useLock()

  return (
    <Popover.Root open={open && !locked} onOpenChange={onOpen}>
      <Popover.Trigger asChild>
        <Toolbar.Button className="editor-tool" aria-label="Link to a post" title="Link to a post">
          <FileSymlink className="size-4" aria-hidden="true" />
        </Toolbar.Button>
      </Popover.Trigger>
      {caret && <Popover.Anchor virtualRef={caret} />}
      <Popover.Portal>
        <Popover.Content
          aria-label="Link to a post"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="staff-menu w-96 max-w-[calc(100vw-1.5rem)]"
          onOpenAutoFocus={() => setToText(false)}
          onEscapeKeyDown={() => setToText(caret !== undefined)}
          onKeyDown={(event) =>
            onEscape(event, () => {
              setToText(caret !== undefined)
              onOpen(false)
            })
          }
          onCloseAutoFocus={(event) => {
            if (!toText) return
            event.preventDefault()
            onChosen()
          }}
        >
          <PostSearch
            onChoose={(post) => {
              onChoose(post)
              setToText(true)
              onOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
