'use client'

import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 300

interface SearchBoxProps {
  search: string
  onSearch: (search: string) => void
}

/** Searches when typing pauses, or at once on Enter; follows the address when it is changed elsewhere. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search)
  const [sent, setSent] = useState(search)
  const [shown, setShown] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (search !== shown) {
    setShown(search)
    // What was sent from here has come back, while more may have been typed.
    if (search !== sent) {
      setSent(search)
      setText(search)
    }
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (wanted: string) => {
    clearTimeout(timer.current)
    if (wanted === sent) return
    setSent(wanted)
    onSearch(wanted)
  }

  return (
    <form
      role="search"
      aria-label="Blog posts"
      className="relative min-w-0 flex-1 basis-48"
      onSubmit={(event) => {
        event.preventDefault()
        send(text.trim())
      }}
    >
      <label htmlFor="post-search" className="sr-only">
        Search blog posts
      </label>
      <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
      <input
        id="post-search"
        type="search"
        className="control staff-search"
        placeholder="Search blog posts"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(target.value.trim()), PAUSE_MS)
        }}
      />
    </form>
  )
}
