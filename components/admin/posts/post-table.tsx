'use client'

import type { StaffRow } from '#lib/blog/staff-list.ts'
import { PostRow } from './post-row.tsx'
import type { Selection } from './use-selection.ts'

interface PostTableProps {
  posts: StaffRow[]
  selection: Selection
  onDelete: (post: StaffRow) => void
}

/** A table; on a narrow screen its rows are laid out as cards. */
export function PostTable({ posts, selection, onDelete }: PostTableProps) {
  const selected = posts.filter(({ id }) => selection.chosen.has(id)).length
  return (
    <table className="post-table">
      <caption className="sr-only">Blog posts</caption>
      <thead>
        <tr>
          <th scope="col" className="post-check">
            <label className="post-checkbox">
              <input
                type="checkbox"
                ref={(box) => {
                  if (box) box.indeterminate = selected > 0 && selected < posts.length
                }}
                checked={selected === posts.length}
                onChange={({ target }) => selection.toggle(posts, target.checked)}
              />
              <span className="post-select-all">Select all on this page</span>
            </label>
          </th>
          <th scope="col">Post</th>
          <th scope="col">Author</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col">Views</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            selected={selection.chosen.has(post.id)}
            onSelect={(on) => selection.toggle([post], on)}
            onDelete={() => onDelete(post)}
          />
        ))}
      </tbody>
    </table>
  )
}
