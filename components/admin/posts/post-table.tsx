'use client'

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
import { formatCount } from '#lib/counts.ts'
import { useCan, useCanEdit } from '../frame/role.tsx'
import { ApprovalNote } from '../reviews/approval-note.tsx'
import { describeFailure } from '../schedule/scheduled-time.ts'
import { SortHeader } from '../ui/table-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { Change } from './changes.ts'
import { RowActions } from './row-actions.tsx'
import type { Selection } from './use-selection.ts'

const TAGS_SHOWN = 2

interface PostTableProps {
  posts: StaffRow[]
  state: StaffListState
  sortable: boolean
  onSort: (change: { sort: StaffSort; order: SortOrder }) => void
  selection: Selection
  hasTrash: boolean
  isChanging: (post: StaffRow) => boolean
  onChange: (post: StaffRow, change: Change) => void
}

export function PostTable({ posts, selection, hasTrash, isChanging, onChange, ...sorting }: PostTableProps) {
  const canEdit = useCanEdit()
  const editable = posts.filter(canEdit)
  const selected = editable.filter(({ id }) => selection.selected.has(id)).length
  // Some upstreams do not send it.
  const hasUpdated = posts.some(({ updatedAt }) => updatedAt !== null)
  return (
    <table className="list-table">
      <caption className="sr-only">Blog posts</caption>
      <thead>
        <tr>
          <th scope="col" className="list-check">
            {editable.length > 0 && (
              <label className="list-checkbox">
                <input
                  type="checkbox"
                  ref={(box) => {
                    if (box) box.indeterminate = selected > 0 && selected < editable.length
                  }}
                  checked={selected === editable.length}
                  onChange={({ target }) => selection.toggle(editable, target.checked)}
                />
                <span className="xl:sr-only">Select all on this page</span>
              </label>
            )}
          </th>
          <PostSortHeader sort="title" label="Post" {...sorting} />
          <th scope="col">Author</th>
          <th scope="col">Status</th>
          <PostSortHeader sort="created" label="Created" {...sorting} />
          {hasUpdated && <PostSortHeader sort="updated" label="Updated" {...sorting} />}
          <PostSortHeader sort="views" label="Views" {...sorting} />
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <PostRow
            key={post.id}
            post={post}
            hasUpdated={hasUpdated}
            editable={canEdit(post)}
            selected={selection.selected.has(post.id)}
            onSelect={(on, isRange) =>
              isRange ? selection.toggleRange(editable, post, on) : selection.toggleOne(post, on)
            }
            hasTrash={hasTrash}
            busy={isChanging(post)}
            onChange={(change) => onChange(post, change)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface PostSortHeaderProps extends Pick<PostTableProps, 'state' | 'sortable' | 'onSort'> {
  sort: StaffSort
  label: string
}

function orderOf(sort: StaffSort, state: StaffListState): SortOrder | '' {
  if (state.sort === '') return sort === 'created' && state.search === '' ? 'desc' : ''
  return state.sort === sort ? state.order : ''
}

function PostSortHeader({ sort, label, state, sortable, onSort }: PostSortHeaderProps) {
  if (!sortable) return <th scope="col">{label}</th>
  const order = orderOf(sort, state)
  const next = order === '' ? firstOrder(sort) : order === 'asc' ? 'desc' : 'asc'
  return <SortHeader label={label} order={order} onSort={() => onSort({ sort, order: next })} />
}

interface PostRowProps {
  post: StaffRow
  hasUpdated: boolean
  editable: boolean
  selected: boolean
  onSelect: (on: boolean, isRange: boolean) => void
  hasTrash: boolean
  busy: boolean
  onChange: (change: Change) => void
}

/** The change event of a checkbox is its click, also by keyboard. */
const hasShift = (event: Event) => event instanceof MouseEvent && event.shiftKey

function PostRow({ post, hasUpdated, editable, selected, onSelect, ...actions }: PostRowProps) {
  const { id, title, status } = post
  return (
    <tr data-row className="list-row" data-selected={selected || undefined}>
      <td className="list-check">
        {editable && (
          <label className="list-checkbox">
            <input
              type="checkbox"
              checked={selected}
              onChange={({ target, nativeEvent }) => onSelect(target.checked, hasShift(nativeEvent))}
            />
            <span className="sr-only">Select {title}</span>
          </label>
        )}
      </td>
      <td className="list-main">
        <div className="post-summary">
          <div className="post-cover">
            <Cover post={post} sizes="64px" decorative />
          </div>
          <div className="min-w-0 grow">
            <SiteLink
              href={`/admin/blogs/${editable ? 'edit' : 'preview'}/${id}`}
              dir="auto"
              className="post-title"
            >
              {title}
            </SiteLink>
            <PostDetails post={post} />
          </div>
        </div>
      </td>
      <td className="post-author">{post.author.name}</td>
      <td>
        <StatusBadge status={status} />
        {post.workingCopy && <p className="post-changes">changes not published</p>}
        <ApprovalNote state={post.approval} />
      </td>
      <td className="list-fact" data-label="Created">
        <PostDate value={post.createdAt} />
      </td>
      {hasUpdated && (
        <td className="list-fact" data-label="Updated">
          {post.updatedAt && <PostDate value={post.updatedAt} />}
        </td>
      )}
      <td className="list-fact tabular-nums" data-label="Views">
        <PostViews post={post} />
      </td>
      <td className="list-actions">
        <RowActions post={post} editable={editable} {...actions} />
      </td>
    </tr>
  )
}

/** In the trash the purge date matters more than tags and category. */
function PostDetails({ post }: { post: StaffRow }) {
  const { purgeAt, publishAt, status, category, tags, excerpt } = post
  const failure = describeFailure(post)
  const date =
    status === 'scheduled' && publishAt
      ? `Goes out on ${formatDateTime(publishAt)}`
      : purgeAt && `Kept until ${formatDate(purgeAt)}`
  if (failure || date)
    return (
      <div className="post-details">
        <p className={failure ? 'font-semibold text-accent' : 'text-muted'}>{failure ?? date}</p>
      </div>
    )
  return (
    <div className="post-details">
      {category && <span className="post-category">{category.name}</span>}
      <Tags tags={tags} />
      {excerpt && (
        <p dir="auto" className="post-excerpt">
          {excerpt}
        </p>
      )}
    </div>
  )
}

function PostViews({ post: { slug, title, views, tags } }: { post: StaffRow }) {
  const canReadFigures = useCan('readFigures')
  const count = formatCount(views ?? tags.length)
  if (!canReadFigures || !views) return count
  return (
    <SiteLink
      href={`/admin/analytics?${new URLSearchParams({ page: `/blog/${slug}`, range: '12m' })}`}
      className="post-views"
      title="Analytics"
    >
      {count}
      <span className="sr-only"> views: analytics of {title}</span>
    </SiteLink>
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
