import { Archive, ArchiveRestore, Eye, SquarePen, Trash2 } from 'lucide-react'
import { SiteLink } from '#components/ui/link.tsx'
import { isRemovedStatus } from '#contract/post-status.ts'
import type { StaffRow } from '#lib/blog/staff-list.ts'
import { RowButton } from '../ui/row-buttons.tsx'
import type { Change } from './changes.ts'

interface RowActionsProps {
  post: StaffRow
  editable: boolean
  hasTrash: boolean
  busy: boolean
  onChange: (change: Change) => void
}

export function RowActions({ post, editable, hasTrash, busy, onChange }: RowActionsProps) {
  const { id, slug, title, published, status } = post
  const isRemoved = isRemovedStatus(status)
  const button = { name: title, busy }
  return (
    <>
      <SiteLink
        href={published ? `/blog/${slug}` : `/admin/blogs/preview/${id}`}
        className="staff-icon-button"
        title="View"
      >
        <Eye className="size-5" aria-hidden="true" />
        <span className="sr-only">View {title}</span>
      </SiteLink>
      {editable && !isRemoved && (
        <SiteLink href={`/admin/blogs/edit/${id}`} className="staff-icon-button" title="Edit">
          <SquarePen className="size-5" aria-hidden="true" />
          <span className="sr-only">Edit {title}</span>
        </SiteLink>
      )}
      {editable && isRemoved && (
        <RowButton {...button} label="Restore" icon={ArchiveRestore} onClick={() => onChange('restore')} />
      )}
      {editable && hasTrash && !isRemoved && (
        <RowButton {...button} label="Archive" icon={Archive} onClick={() => onChange('archive')} />
      )}
      {editable && status === 'trash' && (
        <RowButton
          {...button}
          label="Delete permanently"
          icon={Trash2}
          onClick={() => onChange('deleteForever')}
        />
      )}
      {editable && status !== 'trash' && (
        <RowButton {...button} label="Delete" icon={Trash2} onClick={() => onChange('delete')} />
      )}
    </>
  )
}
