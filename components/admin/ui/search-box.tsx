'use client'

import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { MAX_QUERY } from '#contract/limits.ts'

const DEBOUNCE_MS = 300

interface SearchBoxProps {
  subject: string
  search: string
  onSearch: (search: string) => void
}

export function SearchBox({ subject, search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search)
  const [submitted, setSubmitted] = useState(search)
  const [previous, setPrevious] = useState(search)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  if (search !== previous) {
    setPrevious(search)
    // Text with a pending search stays.
    if (search !== submitted) {
      setSubmitted(search)
      if (text.trim() === submitted) setText(search)
    }
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  const submit = (next: string) => {
    clearTimeout(timer.current)
    if (next === submitted) return
    setSubmitted(next)
    onSearch(next)
  }

  const latestSubmit = useRef(submit)
  useEffect(() => {
    latestSubmit.current = submit
  })

  const edit = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    // The list may have changed until then.
    timer.current = setTimeout(() => latestSubmit.current(typed.trim()), DEBOUNCE_MS)
  }

  const adopt = useEffectEvent((typed = '') => {
    if (typed !== text) edit(typed)
  })
  // What was typed before hydration would be replaced by the first render after it.
  useLayoutEffect(() => adopt(input.current?.value), [])

  return (
    <form
      role="search"
      // Before hydration, Enter must not reload the page without the text, which is searched afterwards.
      method="dialog"
      aria-label={`Search ${subject}`}
      className="relative min-w-0 flex-1 basis-full sm:basis-44"
      onSubmit={(event) => {
        event.preventDefault()
        submit(text.trim())
      }}
    >
      <label htmlFor={id} className="sr-only">
        Search {subject}
      </label>
      <Search className="pointer-events-none absolute top-3 left-3 size-5 text-muted" aria-hidden="true" />
      <input
        ref={input}
        id={id}
        type="search"
        className="control staff-search"
        placeholder={`Search ${subject}`}
        maxLength={MAX_QUERY}
        autoComplete="off"
        value={text}
        onChange={({ target }) => edit(target.value)}
      />
    </form>
  )
}
