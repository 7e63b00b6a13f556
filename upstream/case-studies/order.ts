import type { CaseStudyOrder } from '#contract/case-studies.ts'
import { pageTags } from '#contract/changes.ts'
import { ApiError } from '#contract/errors.ts'
import type { FreshAccount } from '../accounts/tokens.ts'
import { describeMove } from '../activity/describe-move.ts'
import { recordActivity } from '../activity/record.ts'
import { recordChange } from '../changes/record.ts'
import type { DialectName } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import { requireOrder } from '../http/version.ts'
import { inOrder } from './load.ts'

export async function setOrder(
  { trx, dialect, account }: { trx: LockedTrx; dialect: DialectName; account: FreshAccount },
  { ids, previousIds }: CaseStudyOrder,
): Promise<void> {
  const rows = await inOrder(trx).select(['id', 'public_id', 'title', 'position']).execute()
  const known = new Map(rows.map((row) => [row.public_id, row]))
  const ordered = ids.flatMap((id) => known.get(id) ?? [])
  if (ordered.length !== ids.length || new Set(ids).size !== rows.length)
    throw new ApiError('conflict', 'The case studies have changed. Reload the list and try again.')
  requireOrder(
    rows.map((row) => row.public_id),
    previousIds,
  )
  for (const [position, row] of ordered.entries())
    if (row.position !== position)
      await trx.updateTable('case_studies').set({ position }).where('id', '=', row.id).execute()
  const move = describeMove('caseStudy', rows.map(toItem), ordered.map(toItem))
  if (move) await recordActivity(trx, account, { kind: 'caseStudy.reordered', ...move })
  await recordChange(trx, dialect, { tags: [pageTags.caseStudies], removes: false })
}

const toItem = ({ public_id, title }: { public_id: string; title: string }) => ({
  id: public_id,
  name: title,
})
