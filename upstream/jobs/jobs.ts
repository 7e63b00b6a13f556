import type { Logger } from 'pino'
import { MINUTE_MS } from '#contract/time.ts'
import { formatReason } from '../mail/smtp.ts'
import type { Db } from '../db/open.ts'

export interface Job {
  name: string
  everyMs: number
  /** A job that takes long ends early when it is stopped. */
  run(isStopped: () => boolean): Promise<void>
}

const RETRY_MS = 15 * MINUTE_MS

/** Claims the row, so that only one process runs the job. */
async function claim(db: Db, { name, everyMs }: Job): Promise<boolean> {
  const now = Date.now()
  const claimed = await db
    .insertInto('job_runs')
    .values({ name, ran_at: now, result: 'running' })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ran_at: now, result: 'running' })
        // A time ahead comes from a clock that was wrong.
        .where(({ or, eb }) =>
          or([eb('job_runs.ran_at', '<=', now - everyMs), eb('job_runs.ran_at', '>', now + everyMs)]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** A failed job is retried soon. */
async function run(db: Db, job: Job, logger: Logger, isStopped: () => boolean) {
  const finish = (result: string, ran_at: number) =>
    db.updateTable('job_runs').set({ result, ran_at }).where('name', '=', job.name).execute()
  try {
    await job.run(isStopped)
    await finish('ok', Date.now())
  } catch (error) {
    logger.error({ err: error, job: job.name }, 'A background job failed')
    await finish(formatReason(error), Date.now() - job.everyMs + RETRY_MS)
  }
}

export async function runDueJobs(
  db: Db,
  jobs: Job[],
  logger: Logger,
  isStopped = () => false,
): Promise<void> {
  for (const job of jobs) {
    if (isStopped()) return
    if (await claim(db, job)) await run(db, job, logger, isStopped)
  }
}

export function startJobs(db: Db, jobs: Job[], logger: Logger): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let stopped = false
  const timer = setInterval(() => {
    running = running
      .then(() => runDueJobs(db, jobs, logger, () => stopped))
      .catch((error: unknown) => logger.warn({ err: error }, 'Background jobs cannot run'))
  }, MINUTE_MS)
  timer.unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
