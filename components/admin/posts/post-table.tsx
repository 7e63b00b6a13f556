'use client'

import { ArrowDown, ArrowUp, ArrowUpDown, Eye, SquarePen, Trash2 } from 'lucide-react'
import { Cover } from '#components/blog/cover.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { formatDate, formatDateTime } from '#lib/blog/dates.ts'
import {
  firstOrder,
  type SortOrder,
  type StaffListState,
  type StaffRow,
  type StaffSort,
} from '#lib/blog/staff-list.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Selection } from './use-selection.ts'

const TAGS_SHOWN = 2

interface PostTableProps {
  posts: StaffRow[]
  state: StaffListState
  sortable: boolean
  onSort: (change: { sort: StaffSort; order: SortOrder }) => void
  selection: Selection
  onDelete: (post: StaffRow) => void
}

export function PostTable({ posts, selection, onDelete, ...sorting }: PostTableProps) {
  const selected = posts.filter(({ id }) => selection.selected.has(id)).length
  // Some upstreams do not send it.
  const hasUpdated = posts.some(({ updatedAt }) => updatedAt !== null)
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
          <SortHeader sort="title" label="Post" {...sorting} />
          <th scope="col">Author</th>
          <th scope="col">Status</th>
          <SortHeader sort="created" label="Created" {...sorting} />
          {hasUpdated && <SortHeader sort="updated" label="Updated" {...sorting} />}
          <SortHeader sort="views" label="Views" {...sorting} />
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            hasUpdated={hasUpdated}
            selected={selection.selected.has(post.id)}
            onSelect={(on) => selection.toggle([post], on)}
            onDelete={() => onDelete(post)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SortHeaderProps extends Pick<PostTableProps, 'state' | 'sortable' | 'onSort'> {
  sort: StaffSort
  label: string
}

/** Without a search the list starts with the newest posts. */
function orderOf(sort: StaffSort, state: StaffListState): SortOrder | '' {
  if (state.sort === '') return sort === 'created' && state.search === '' ? 'desc' : ''
  return state.sort === sort ? state.order : ''
}

function SortHeader({ sort, label, state, sortable, onSort }: SortHeaderProps) {
  if (!sortable) return <th scope="col">{label}</th>
  const order = orderOf(sort, state)
  const [Icon, ariaSort] = {
    '': [ArrowUpDown, undefined] as const,
    asc: [ArrowUp, 'ascending'] as const,
    desc: [ArrowDown, 'descending'] as const,
  }[order]
  const next = order === '' ? firstOrder(sort) : order === 'asc' ? 'desc' : 'asc'
  return (
    <th scope="col" aria-sort={ariaSort} className="post-sortable">
      <button type="button" className="post-sort" onClick={() => onSort({ sort, order: next })}>
        {label}
        <Icon aria-hidden="true" className={order === '' ? 'size-3.5 opacity-60' : 'size-3.5'} />
      </button>
    </th>
  )
}

interface PostRowProps {
  post: StaffRow
  hasUpdated: boolean
  selected: boolean
  onSelect: (on: boolean) => void
  onDelete: () => void
}

function PostRow({ post, hasUpdated, selected, onSelect, onDelete }: PostRowProps) {
  const { id, slug, title } = post
  const status = post.published ? 'published' : 'draft'
  return (
    <tr data-row className="post-row" data-selected={selected || undefined}>
      <td className="post-check">
        <label className="post-checkbox">
          <input type="checkbox" checked={selected} onChange={({ target }) => onSelect(target.checked)} />
          <span className="sr-only">Select {title}</span>
        </label>
      </td>
      <td className="post-cell">
        <div className="post-summary">
          <div className="post-cover">
            <Cover post={post} sizes="64px" decorative />
          </div>
          <div className="min-w-0 grow">
            <SiteLink href={`/admin/blogs/edit/${id}`} className="post-title">
              {title}
            </SiteLink>
            <div className="post-details">
              <Tags tags={post.tags} />
              {post.excerpt && <p className="post-excerpt">{post.excerpt}</p>}
            </div>
          </div>
        </div>
      </td>
      <td className="post-author">{post.author.name}</td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td className="post-fact" data-label="Created">
        <PostDate value={post.createdAt} />
      </td>
      {hasUpdated && (
        <td className="post-fact" data-label="Updated">
          {post.updatedAt && <PostDate value={post.updatedAt} />}
        </td>
      )}
      <td className="post-fact tabular-nums" data-label="Views">
        {(post.views ?? post.tags.length).toLocaleString('en-US')}
      </td>
      <td className="post-actions">
        {/* The public site has another root layout, so this is a full page load. */}
        {post.published ? (
          <a href={`/blog/${slug}`} className="staff-icon-button" title="View">
            <Eye className="size-5" aria-hidden="true" />
            <span className="sr-only">View {title}</span>
          </a>
        ) : (
          <SiteLink href={`/admin/blogs/preview/${id}`} className="staff-icon-button" title="View">
            <Eye className="size-5" aria-hidden="true" />
            <span className="sr-only">View {title}</span>
          </SiteLink>
        )}
        <SiteLink href={`/admin/blogs/edit/${id}`} className="staff-icon-button" title="Edit">
          <SquarePen className="size-5" aria-hidden="true" />
          <span className="sr-only">Edit {title}</span>
        </SiteLink>
        <button type="button" className="staff-icon-button" title="Delete" onClick={onDelete}>
          <Trash2 className="size-5" aria-hidden="true" />
          <span className="sr-only">Delete {title}</span>
        </button>
      </td>
    </tr>
  )
}

function PostDate({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatDateTime(value)}>
      {formatDate(value)}
    </time>
  )
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  const more = tags.length - TAGS_SHOWN
  return (
    <ul className="post-tags" aria-label="Tags">
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <li key={tag} title={tag}>
          {tag}
        </li>
      ))}
      {more > 0 && <li className="post-tags-more">+{more} more</li>}
    </ul>
  )
}
