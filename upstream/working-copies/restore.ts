import type { FreshAccount } from '../accounts/tokens.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { PostRow } from '../posts/stored.ts'
import { addCopyRevision, addFirstRevision } from '../revisions/record.ts'
import { readRestored } from '../revisions/restore.ts'
import { readLive, toRevision, type Fields } from './document.ts'
import { deleteCopy, findCopy, readChanged, requireCopyVersion, writeCopy, type CopyRow } from './store.ts'

interface Restored {
  stored: PostRow
  account: FreshAccount
  number: number
  ifMatch: string | undefined
}

export async function restoreToCopy(
  trx: LockedTrx,
  { stored, account, number, ifMatch }: Restored,
): Promise<void> {
  const copy = await findCopy(trx, stored.id)
  await requireCopyVersion(trx, stored, copy, ifMatch)
  const live = await readLive(trx, stored.id)
  // Revisions do not store the author and the unpublish time.
  const before = copy ? await keepCopy(trx, stored, copy) : live
  const fields = { ...before, ...(await readRestored(trx, stored, number)) }
  await writeCopy(
    trx,
    stored,
    { base: live, fields },
    {
      baseVersion: stored.version,
      tab: null,
      authorId: account.authorId,
      automatic: false,
      restoredFrom: number,
    },
  )
}

/** Runs before a draft is restored to an earlier state, which replaces its changes. */
export async function withdrawCopy(trx: LockedTrx, stored: PostRow): Promise<void> {
  const copy = await findCopy(trx, stored.id)
  if (!copy) return
  await keepCopy(trx, stored, copy)
  await deleteCopy(trx, stored.id)
}

/** Adds a revision for a working copy without one, from before revisions existed or from before the post changed. */
async function keepCopy(trx: LockedTrx, stored: PostRow, copy: CopyRow): Promise<Fields> {
  const fields = await readChanged(trx, stored.id, copy)
  await addFirstRevision(trx, stored)
  await addCopyRevision(trx, stored.id, toRevision(fields), {
    authorId: copy.updated_by ?? stored.author_id,
    at: copy.updated_at,
    automatic: true,
  })
  return fields
}
