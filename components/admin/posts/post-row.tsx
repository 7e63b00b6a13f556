import { Eye, SquarePen, Trash2 } from 'lucide-react'
import { StatusMark } from '#components/admin/ui/status-mark.tsx'
import { Cover } from '#components/blog/cover.tsx'
import { SiteLink } from '#components/ui/link.tsx'
import { longDate } from '#lib/blog/dates.ts'
import type { StaffRow } from '#lib/blog/staff-list.ts'

const TAGS_SHOWN = 2

interface PostRowProps {
  post: StaffRow
  selected: boolean
  onSelect: (on: boolean) => void
  onDelete: () => void
}

export function PostRow({ post, selected, onSelect, onDelete }: PostRowProps) {
  const { id, slug, title } = post
  const status = post.published ? 'published' : 'draft'
  return (
    <tr className="post-row" data-selected={selected || undefined}>
      <td className="post-check">
        <label className="post-checkbox">
          <input type="checkbox" checked={selected} onChange={({ target }) => onSelect(target.checked)} />
          <span className="sr-only">Select {title}</span>
        </label>
      </td>
      <td className="post-what">
        <div className="post-cover">
          <Cover post={post} sizes="112px" decorative />
        </div>
        <div className="min-w-0">
          <SiteLink href={`/admin/blogs/edit/${id}`} className="post-title">
            {title}
          </SiteLink>
          {post.excerpt && <p className="post-excerpt">{post.excerpt}</p>}
          <Tags tags={post.tags} />
        </div>
      </td>
      <td>{post.author.name}</td>
      <td>
        <StatusMark status={status} />
      </td>
      <td className="post-date">
        <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
      </td>
      <td className="post-fact tabular-nums" data-label="Views">
        {(post.views ?? post.tags.length).toLocaleString('en-US')}
      </td>
      <td className="post-actions">
        {/* Another root layout: a document of its own, under its own policy. */}
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

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  const more = tags.length - TAGS_SHOWN
  return (
    <ul className="post-tags" aria-label="Tags">
      {tags.slice(0, TAGS_SHOWN).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {more > 0 && <li>+{more} more</li>}
    </ul>
  )
}
