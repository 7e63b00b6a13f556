import { place, readArgs, runCommand, say } from '../command.ts'
import { restoreBackup } from './restore.ts'
import { summary } from './summary.ts'

const usage = `Usage: npm run restore -- FILE [--force]

Fills the database with what \`npm run backup\` wrote to FILE, also a backup of an older version or of the other kind
of database. It all happens or nothing does. Everyone is signed out.

  --force   replaces what is in the database; without it only an empty one is filled`

await runCommand(usage, async (args) => {
  const { positionals, values } = readArgs(args, 1, { force: { type: 'boolean', default: false } })
  const [file = ''] = positionals
  const { madeAt, contents } = await restoreBackup(place, file, { force: values.force })
  say(`Restored as of ${madeAt} (${summary(contents)})`)
})
