import clsx from 'clsx'
import type { ReactNode } from 'react'
import { StandaloneLink } from '#components/ui/link.tsx'
import type { JobName, System, UndeliveredEmails } from '#contract/system.ts'
import { formatDateTime } from '#lib/blog/dates.ts'
import { formatCount } from '#lib/counts.ts'
import type { NodeStatus } from '#lib/system/system.ts'
import { formatBytes } from '../ui/format.ts'
import { BackupButton } from './backup-button.tsx'
import { formatDuration, formatShare } from './format.ts'
import { RefreshButton } from './refresh-button.tsx'
import { UndeliveredEmailList } from './undelivered-emails.tsx'

interface SystemViewProps {
  system: System
  status: NodeStatus
  emails: UndeliveredEmails | null
}

export function SystemView({ system, status, emails }: SystemViewProps) {
  const { database, disk, outbox, jobs } = system
  const { hits, misses, entries, bytes } = status.pageCache
  return (
    <div className="max-w-5xl">
      <h1 className="sr-only">System</h1>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <StandaloneLink href="/admin/settings">Back to Settings</StandaloneLink>
        <RefreshButton />
      </div>
      <Backup backup={system.backup} />
      {outbox && emails && <UndeliveredEmailList emails={emails} />}
      <div className="mt-10 grid gap-10 md:grid-cols-2">
        <Facts title="This node">
          <Fact name="Version">{status.version}</Fact>
          <Fact name="Node.js">{status.node}</Fact>
          <Fact name="Running for">{formatDuration(status.uptime)}</Fact>
        </Facts>
        <Facts title="Page cache of this node">
          <Fact name="Hit rate">{formatShare(hits, hits + misses)}</Fact>
          <Fact name="Lookups">{formatCount(hits + misses)}</Fact>
          <Fact name="Pages">
            {formatCount(entries)}, {formatBytes(bytes)}
          </Fact>
        </Facts>
        <Facts title="Storage">
          <Fact name="Database">
            {database.kind} {database.version}
          </Fact>
          <Fact name="Size">{formatBytes(database.bytes)}</Fact>
          <Fact name="Disk">
            {disk
              ? `${formatBytes(disk.freeBytes)} free of ${formatBytes(disk.totalBytes)}`
              : 'cannot be read'}
          </Fact>
        </Facts>
        <Facts title="Outgoing email">
          {outbox ? (
            <>
              <Fact name="Waiting">{formatCount(outbox.waiting)}</Fact>
              <Fact name="Sent in 30 days">{formatCount(outbox.sent)}</Fact>
              <Fact name="Failed in 90 days">{formatCount(outbox.failed)}</Fact>
            </>
          ) : (
            <Fact name="Delivery">not set up</Fact>
          )}
        </Facts>
        <Facts title="Background jobs" wide>
          {jobs.map(({ name, at, error }) => (
            <Fact key={name} name={jobNames.get(name) ?? name}>
              {error ? (
                <span className="text-accent">failed: {error}</span>
              ) : at ? (
                <time dateTime={at}>{formatDateTime(at)}</time>
              ) : (
                'not yet'
              )}
            </Fact>
          ))}
        </Facts>
      </div>
    </div>
  )
}

const namesByJob: Record<JobName, string> = {
  'activity-retention': 'Deleting old activity',
  'backup-check': 'Checking for backups',
  changes: 'Changes of other nodes',
  'disk-check': 'Checking the disk',
  email: 'Email delivery',
  figures: 'Compacting analytics',
  'import-retention': 'Deleting old imports',
  'link-check': 'Checking links',
  'notification-retention': 'Deleting old notifications',
  'presence-retention': 'Forgetting closed editors',
  'preview-retention': 'Deleting expired previews',
  'subscriber-retention': 'Deleting unconfirmed subscribers',
  'missing-retention': 'Deleting old missing addresses',
  'outbox-cleanup': 'Cleaning up sent email',
  'search-merge': 'Compacting the search index',
  'search-merge-new': 'Compacting new parts of the search index',
  trash: 'Emptying the trash',
}
/** An upstream may have more jobs. */
const jobNames = new Map<string, string>(Object.entries(namesByJob))

function Backup({ backup }: Pick<System, 'backup'>) {
  return (
    <section aria-labelledby="backup" className="border-t-8 border-signal bg-sheet p-5">
      <h2 id="backup" className="text-lg font-bold">
        Backup
      </h2>
      <p className="mt-2 mb-5 max-w-measure wrap-anywhere">
        {backup ? (
          <>
            The last one was made on <time dateTime={backup.at}>{formatDateTime(backup.at)}</time>: read back
            and verified, {formatCount(backup.rows)} rows, {formatBytes(backup.bytes)}
            {backup.file ? `, written to ${backup.file}` : ', downloaded'}.
          </>
        ) : (
          'No backup is known yet. A backup contains posts with their images, messages, subscribers, accounts and analytics, but no sessions.'
        )}
      </p>
      <BackupButton />
    </section>
  )
}

function Facts({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} className={clsx(wide && 'md:col-span-2')}>
      <h2 className="text-lg font-bold">{title}</h2>
      <dl className="mt-2 border-t-[1.5px] border-line">{children}</dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b-[1.5px] border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums wrap-anywhere">{children}</dd>
    </div>
  )
}
