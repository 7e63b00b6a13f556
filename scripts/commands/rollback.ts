import { config, readArgs, requireDatabase, runCommand, say } from './command.ts'
import { formatRestored } from '../../upstream/backup/restore.ts'
import { planRollback, rollBack } from '../../upstream/backup/upgrade.ts'
import { requireSameDatabase } from '../../upstream/db/open.ts'

const usage = `Usage: npm run rollback -- [--yes]
   or: halyard rollback [--yes]    (in a release)

Run it with the version of the site to go back to, after the newer one was stopped. It restores the backup that the newer version wrote to
DATA_DIR/upgrades before it upgraded the database. What was written since is lost, everyone is signed out, and pending
invitations must be sent again.
Without that backup, restore an older one into an empty database: see docs/operations.md.

  --yes   also when something was written since`

await runCommand(usage, async (args) => {
  const { values } = readArgs(args, 0, { yes: { type: 'boolean', default: false } })
  requireDatabase()
  await requireSameDatabase(config)
  const { file, madeAt, lost } = await planRollback(config)
  if (lost !== '' && !values.yes)
    throw new Error(
      `${file} was made at ${madeAt}. A rollback loses what was written since (${lost}): --yes confirms that.`,
    )
  const restored = formatRestored(await rollBack(config, file))
  say(`Rolled back to ${restored}. Lost: ${lost || 'nothing'}.`)
})
