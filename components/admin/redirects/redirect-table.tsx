import { SquarePen, Trash2 } from 'lucide-react'
import type { Redirect } from '#contract/redirects.ts'
import { Hits, LastHit, TabTable } from './list-parts.tsx'
import { Overridden } from './overridden.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import { RowButton } from '../ui/row-buttons.tsx'

interface RedirectTableProps {
  redirects: Redirect[]
  onEdit: (redirect: Redirect) => void
  onDelete: (redirect: Redirect) => void
}

export const RedirectTable = ({ redirects, onEdit, onDelete }: RedirectTableProps) => (
  <TabTable label="Redirects" columns={['From', 'To', 'Status', 'Hits', 'Last hit', 'Created', 'Actions']}>
    {redirects.map((redirect) => (
      <RedirectRow
        key={redirect.id}
        redirect={redirect}
        onEdit={() => onEdit(redirect)}
        onDelete={() => onDelete(redirect)}
      />
    ))}
  </TabTable>
)

interface RedirectRowProps {
  redirect: Redirect
  onEdit: () => void
  onDelete: () => void
}

function RedirectRow({ redirect, onEdit, onDelete }: RedirectRowProps) {
  const { from, to, leadsTo, status, hits, lastHitAt, createdBy, createdAt } = redirect
  return (
    <tr data-row className="list-row">
      <th scope="row" className="list-name">
        <a href={from} className="link">
          {from}
        </a>
        <Overridden redirect={redirect} />
      </th>
      <td className="redirect-to">
        {to || <span className="text-muted">gone</span>}
        {leadsTo && <p className="redirect-overridden">That address changed. Redirects to “{leadsTo}”.</p>}
      </td>
      <td className="list-fact tabular-nums" data-label="Status">
        {status}
      </td>
      <Hits count={hits} />
      <LastHit value={lastHitAt} />
      <td className="list-fact" data-label="Created">
        <Timestamp value={createdAt} short />
        <span className="text-muted"> by {createdBy}</span>
      </td>
      <td className="list-actions">
        <RowButton label="Edit" name={`the redirect from ${from}`} icon={SquarePen} onClick={onEdit} />
        <RowButton label="Delete" name={`the redirect from ${from}`} icon={Trash2} onClick={onDelete} />
      </td>
    </tr>
  )
}
