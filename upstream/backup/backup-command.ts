import { place, readArgs, runCommand, say } from '../command.ts'
import { writeBackup } from './backup.ts'
import { summary } from './summary.ts'

const usage = `Usage: npm run backup -- FILE

Writes posts with their images, messages, subscribers, accounts and figures into FILE, which must not be there yet.
The site may be running. Left out: who is signed in, and the secret in DATA_DIR.`

await runCommand(usage, async (args) => {
  const [file = ''] = readArgs(args, 1, {}).positionals
  say(`Written and read back: ${file} (${summary(await writeBackup(place, file))})`)
})
