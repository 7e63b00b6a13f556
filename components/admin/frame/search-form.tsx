'use client'

import { Search } from 'lucide-react'
import Form from 'next/form'

export function SearchForm({ onSearch }: { onSearch?: () => void }) {
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
        maxLength={200}
        className="control staff-search"
      />
    </Form>
  )
}
