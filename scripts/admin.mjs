import { ensureInstalled, nodeBinary, run } from './setup.mjs'

ensureInstalled()
run(nodeBinary, ['upstream/accounts/admin-command.ts', ...process.argv.slice(2)])
