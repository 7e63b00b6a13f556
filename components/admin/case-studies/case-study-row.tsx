import { Ellipsis } from 'lucide-react'
import { useRef } from 'react'
import { SiteLink } from '#components/ui/link.tsx'
import type { CaseStudySummary } from '#contract/case-studies.ts'
import { ApprovalNote } from '../reviews/approval-note.tsx'
import { Menu, MenuAction, MenuLink } from '../ui/menu.tsx'
import type { RowPlace } from '../ui/sortable-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { caseStudyKind } from './case-study-kind.ts'

interface CaseStudyRowProps {
  study: CaseStudySummary
  place: RowPlace
  featured: boolean
  onDelete: (button: HTMLElement | null) => void
}

export function CaseStudyRow({ study, place, featured, onDelete }: CaseStudyRowProps) {
  const { id, slug, title, client, published, results } = study
  const { position, count, moveTo } = place
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className="study-item">
      <span className="study-item-figure">{results[0]?.figure}</span>
      <div className="min-w-0">
        <SiteLink href={`${caseStudyKind.paths.edit}${id}`} className="study-item-title">
          {title}
        </SiteLink>
        <p className="text-sm text-muted">{client}</p>
      </div>
      <div className="study-item-state">
        <StatusBadge status={published ? 'published' : 'draft'} />
        <ApprovalNote state={study.approval} />
        {featured && <span className="study-featured">Home page</span>}
      </div>
      <div className="study-item-actions">
        <Menu
          label={`Actions for ${title}`}
          trigger={
            <button
              ref={button}
              type="button"
              className="staff-icon-button"
              aria-label={`Actions for ${title}`}
            >
              <Ellipsis className="size-5" aria-hidden="true" />
            </button>
          }
        >
          <MenuLink href={`${caseStudyKind.paths.edit}${id}`}>Edit</MenuLink>
          {published ? (
            <MenuLink href={`/work/${slug}`}>View</MenuLink>
          ) : (
            <MenuLink href={`${caseStudyKind.paths.preview}${id}`}>Preview</MenuLink>
          )}
          {position > 0 && <MenuAction onSelect={() => moveTo(position - 1)}>Move up</MenuAction>}
          {position < count - 1 && <MenuAction onSelect={() => moveTo(position + 1)}>Move down</MenuAction>}
          {position > 0 && <MenuAction onSelect={() => moveTo(0)}>Move to the top</MenuAction>}
          <MenuAction onSelect={() => onDelete(button.current)}>Delete</MenuAction>
        </Menu>
      </div>
    </div>
  )
}
