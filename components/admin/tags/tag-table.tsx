'use client'

import { SquarePen, Trash2 } from 'lucide-react'
import { SiteLink } from '#components/ui/link.tsx'
import type { StaffTag, TagSort } from '#contract/tags.ts'
import { formatDate } from '#lib/blog/dates.ts'
import { listHref } from '#lib/blog/list-state.ts'
import { formatCount } from '#lib/counts.ts'
import { SortHeader } from '../ui/table-header.tsx'
import { RowButton } from '../ui/row-buttons.tsx'
import { firstOrder, type TagsState } from './tags-query.ts'

interface TagTableProps {
  tags: StaffTag[]
  state: TagsState
  selected: ReadonlyMap<string, StaffTag>
  onSelect: (tags: StaffTag[], on: boolean) => void
  onSort: (change: Pick<TagsState, 'sort' | 'order'>) => void
  onRename: (tag: StaffTag) => void
  onDelete: (tag: StaffTag) => void
}

export function TagTable({ tags, state, selected, onSelect, onSort, onRename, onDelete }: TagTableProps) {
  const count = tags.filter(({ id }) => selected.has(id)).length
  const header = (sort: TagSort, label: string) => (
    <SortHeader
      label={label}
      order={state.sort === sort ? state.order : ''}
      onSort={() =>
        onSort({
          sort,
          order: state.sort !== sort ? firstOrder(sort) : state.order === 'asc' ? 'desc' : 'asc',
        })
      }
    />
  )
  return (
    <table className="list-table">
      <caption className="sr-only">Tags</caption>
      <thead>
        <tr>
          <th scope="col" className="list-check">
            <label className="list-checkbox">
              <input
                type="checkbox"
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && count < tags.length
                }}
                checked={count === tags.length}
                onChange={({ target }) => onSelect(tags, target.checked)}
              />
              <span className="xl:sr-only">Select all on this page</span>
            </label>
          </th>
          {header('name', 'Name')}
          <th scope="col">Slug</th>
          {header('posts', 'Posts')}
          {header('used', 'Last used')}
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => (
          <TagRow
            key={tag.id}
            tag={tag}
            selected={selected.has(tag.id)}
            onSelect={(on) => onSelect([tag], on)}
            onRename={() => onRename(tag)}
            onDelete={() => onDelete(tag)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface TagRowProps {
  tag: StaffTag
  selected: boolean
  onSelect: (on: boolean) => void
  onRename: () => void
  onDelete: () => void
}

function TagRow({ tag, selected, onSelect, onRename, onDelete }: TagRowProps) {
  const { name, slug, count, published, lastUsedAt } = tag
  return (
    <tr data-row className="list-row" data-selected={selected || undefined}>
      <td className="list-check">
        <label className="list-checkbox">
          <input type="checkbox" checked={selected} onChange={({ target }) => onSelect(target.checked)} />
          <span className="sr-only">Select {name}</span>
        </label>
      </td>
      <th scope="row" className="list-name tag-name">
        {name}
      </th>
      <td className="tag-slug">
        {published > 0 ? (
          <SiteLink href={listHref({ tag: slug })} className="link">
            <span className="sr-only">View the articles tagged </span>
            {slug}
          </SiteLink>
        ) : (
          slug
        )}
      </td>
      <td className="list-fact tabular-nums" data-label="Posts">
        {formatCount(count)}
        {published < count && (
          <span className="text-muted"> ({published === 0 ? 'none' : formatCount(published)} published)</span>
        )}
      </td>
      <td className="list-fact" data-label="Last used">
        {lastUsedAt && <time dateTime={lastUsedAt}>{formatDate(lastUsedAt)}</time>}
      </td>
      <td className="list-actions">
        <RowButton label="Rename" name={name} icon={SquarePen} onClick={onRename} />
        <RowButton label="Delete" name={name} icon={Trash2} onClick={onDelete} />
      </td>
    </tr>
  )
}
