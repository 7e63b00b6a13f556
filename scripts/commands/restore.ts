import { config, readArgs, runCommand, say } from './command.ts'
import { formatRestored, restoreBackup } from '../../upstream/backup/restore.ts'
import { requireSameDatabase } from '../../upstream/db/open.ts'

const usage = `Usage: npm run restore -- FILE [--force]
   or: halyard restore FILE [--force]    (in a release)

Restores FILE, which \`npm run backup\` wrote, also from an older version or from the other kind of database.
When anything fails, nothing is changed. Everyone is signed out, and pending invitations must be sent again.

  --force   replaces everything in a database that is not empty`

await runCommand(usage, async (args) => {
  const { positionals, values } = readArgs(args, 1, { force: { type: 'boolean', default: false } })
  const [file = ''] = positionals
  await requireSameDatabase(config)
  say(`Restored as of ${formatRestored(await restoreBackup(config, file, { force: values.force }))}`)
})
