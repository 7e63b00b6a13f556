// `npm run soak` loads the site for ten minutes and fails when something grows; `npm run soak -- 60` for a minute.
import { ensureBuilt, ensureInstalled, nodeBinary, run } from './setup.mjs'

ensureInstalled()
ensureBuilt()
run(nodeBinary, ['bench/soak/soak.ts', ...process.argv.slice(2)])
