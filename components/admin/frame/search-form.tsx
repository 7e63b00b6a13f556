'use client'

import { Search } from 'lucide-react'
import Form from 'next/form'
import type { ComponentProps, FormEvent, MouseEvent } from 'react'
import { MAX_QUERY } from '#contract/limits.ts'
import { useOpenPalette } from '../palette/palette-provider.tsx'

export function SearchForm({ onSearch, ...input }: ComponentProps<'input'> & { onSearch?: () => void }) {
  return (
    <Form
      action="/admin/blogs"
      prefetch={false}
      role="search"
      aria-label="Posts"
      className="relative"
      onSubmit={onSearch}
    >
      <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4.5 text-muted" />
      <input
        type="search"
        name="search"
        aria-label="Search posts"
        placeholder="Search posts"
        maxLength={MAX_QUERY}
        className="control staff-search"
        {...input}
      />
    </Form>
  )
}

/** A plain form until the command palette has loaded and takes over the input. */
export function PaletteForm() {
  const openPalette = useOpenPalette()
  const open = ({ currentTarget }: MouseEvent<HTMLInputElement> | FormEvent<HTMLInputElement>) =>
    openPalette(currentTarget.value)
  return (
    <SearchForm
      aria-keyshortcuts="Control+K Meta+K"
      placeholder="Search, or Ctrl K"
      onClick={open}
      onInput={open}
      onBlur={({ currentTarget }) => {
        currentTarget.value = ''
      }}
    />
  )
}
