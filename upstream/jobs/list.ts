import type { JobName } from '#contract/system.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { OpenDatabase } from '../db/open.ts'
import { mergeNewSearchParts, mergeSearchParts } from '../db/search-merge.ts'
import { deleteUnconfirmed } from '../newsletter/subscribers.ts'
import { purgeTrash } from '../posts/purge.ts'
import type { Job } from './jobs.ts'
import { deleteOldImports } from '../imports/store.ts'
import { deleteOldActivity, deleteOldNotifications } from './retention.ts'
import { checkLinks } from '../redirects/broken-links.ts'
import { deleteOldMissing } from '../redirects/hits.ts'
import { deleteExpiredPresence } from '../presence/store.ts'
import { deleteExpiredPreviews } from '../previews/store.ts'
import { removeOldLeftovers } from '../system/backup-file.ts'
import { describeDisk } from '../system/storage.ts'
import { checkBackup, checkDisk } from './checks.ts'

export const listJobs = (
  database: OpenDatabase,
  { siteUrl, dataDir }: { siteUrl: string; dataDir: string },
): (Job & { name: JobName })[] => [
  { name: 'activity-retention', everyMs: DAY_MS, run: () => deleteOldActivity(database.db) },
  { name: 'notification-retention', everyMs: DAY_MS, run: () => deleteOldNotifications(database.db) },
  { name: 'trash', everyMs: HOUR_MS, run: (isStopped) => purgeTrash(database, isStopped) },
  { name: 'missing-retention', everyMs: DAY_MS, run: () => deleteOldMissing(database.db) },
  { name: 'import-retention', everyMs: DAY_MS, run: () => deleteOldImports(database.db) },
  { name: 'link-check', everyMs: HOUR_MS, run: (isStopped) => checkLinks(database.db, siteUrl, isStopped) },
  { name: 'preview-retention', everyMs: DAY_MS, run: () => deleteExpiredPreviews(database.db) },
  { name: 'subscriber-retention', everyMs: DAY_MS, run: () => deleteUnconfirmed(database.db) },
  { name: 'presence-retention', everyMs: HOUR_MS, run: () => deleteExpiredPresence(database) },
  { name: 'search-merge', everyMs: HOUR_MS, run: (isStopped) => mergeSearchParts(database, isStopped) },
  {
    name: 'search-merge-new',
    everyMs: 5 * MINUTE_MS,
    run: (isStopped) => mergeNewSearchParts(database, isStopped),
  },
  { name: 'backup-check', everyMs: 6 * HOUR_MS, run: () => checkBackup(database.db) },
  {
    name: 'disk-check',
    everyMs: HOUR_MS,
    run: async () => {
      await removeOldLeftovers(dataDir)
      await checkDisk(database.db, await describeDisk(dataDir))
    },
  },
]
