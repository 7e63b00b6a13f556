import { constants } from 'node:os'
import { config, readArgs, requireDatabase, runCommand, say } from './command.ts'
import { writeBackup } from '../../upstream/backup/backup.ts'
import { formatContents } from '../../upstream/backup/rows.ts'
import { requireSameDatabase } from '../../upstream/db/open.ts'

const usage = `Usage: npm run backup -- FILE
   or: halyard backup FILE    (in a release)

Writes posts with their images, messages, subscribers, accounts and analytics to FILE, which must not exist yet.
The site may be running. Sessions, the links of invitations and the secret in DATA_DIR are not included.`

// Ends with an exit, unlike the default, so that the unfinished file is removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(128 + constants.signals[signal]))

await runCommand(usage, async (args) => {
  const [file = ''] = readArgs(args, 1, {}).positionals
  requireDatabase()
  await requireSameDatabase(config)
  say(`Written and read back: ${file} (${formatContents(await writeBackup(config, file))})`)
})
