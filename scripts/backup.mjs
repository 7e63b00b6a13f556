import { ensureInstalled, nodeBinary, run } from './setup.mjs'

ensureInstalled()
run(nodeBinary, ['upstream/backup/backup-command.ts', ...process.argv.slice(2)])
