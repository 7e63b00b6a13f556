import { useQuery } from '@tanstack/react-query'
import { FileSymlink } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import * as Toolbar from 'radix-ui/toolbar'
import { useState } from 'react'
import { postListResponseSchema } from '#contract/posts.ts'
import { Field } from '#components/ui/field.tsx'
import { staffRequest } from '../api.ts'

const DEBOUNCE_MS = 200
const MAX_RESULTS = 8

export interface LinkedPost {
  slug: string
  title: string
}

async function findPosts(search: string, signal: AbortSignal): Promise<LinkedPost[]> {
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  signal.throwIfAborted()
  const query = new URLSearchParams({ status: 'published', limit: String(MAX_RESULTS), search })
  const { data } = await staffRequest(`/api/blogs?${query}`, postListResponseSchema, { signal })
  return data.blogs.filter(({ published }) => published).slice(0, MAX_RESULTS)
}

function Results({ search, onChoose }: { search: string; onChoose: (post: LinkedPost) => void }) {
  const { data, isError } = useQuery({
    queryKey: ['linked-posts', search],
    queryFn: ({ signal }) => findPosts(search, signal),
    placeholderData: (previous) => previous,
  })
  const message = isError
    ? 'The posts could not be loaded. Try again.'
    : !data
      ? 'Loading…'
      : data.length === 0
        ? 'No published post matches.'
        : null
  if (message || !data)
    return (
      <p role="status" className="px-4 py-3 text-muted">
        {message}
      </p>
    )
  return (
    <ul aria-label="Posts">
      {data.map((post) => (
        <li key={post.slug}>
          <button
            type="button"
            className="staff-menu-item w-full py-2 text-left wrap-anywhere"
            onClick={() => onChoose(post)}
          >
            {post.title}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface PostLinkProps {
  onChoose: (post: LinkedPost) => void
  /** Moves the focus to the text, once the popover has closed. */
  onChosen: () => void
  open: boolean
  onOpen: (open: boolean) => void
  /** Whether it was opened from the text, which gets the focus back. */
  fromText?: boolean
}

export function PostLink({ onChoose, onChosen, open, onOpen, fromText = false }: PostLinkProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(false)

  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        onOpen(next)
        setSearch('')
        setChosen(false)
      }}
    >
      <Popover.Trigger asChild>
        <Toolbar.Button className="editor-tool" aria-label="Link to a post" title="Link to a post">
          <FileSymlink className="size-4" aria-hidden="true" />
        </Toolbar.Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Link to a post"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="staff-menu w-96 max-w-[calc(100vw-1.5rem)]"
          onCloseAutoFocus={(event) => {
            if (!chosen && !fromText) return
            event.preventDefault()
            onChosen()
          }}
        >
          <Field
            label="Search your posts"
            name="post-link-search"
            type="search"
            autoComplete="off"
            className="px-4 pb-3"
            maxLength={200}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <Results
            search={search.trim()}
            onChoose={(post) => {
              onChoose(post)
              setSearch('')
              setChosen(true)
              onOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
