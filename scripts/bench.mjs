// `npm run bench` measures everything; `npm run bench -- pages|editor|sqlite|postgres|restore` one of the five.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, nodeBinary, root } from './setup.mjs'

ensureInstalled()
const benches = {
  pages: ['bench/pages.ts'],
  editor: ['bench/editor.ts'],
  sqlite: ['bench/upstream.ts', 'sqlite'],
  postgres: ['bench/upstream.ts', 'postgres'],
  restore: ['bench/restore.ts'],
}
const wanted = process.argv[2]
for (const [name, args] of Object.entries(benches)) {
  if (wanted && wanted !== name) continue
  console.log(`\n== ${name}`)
  const { status } = spawnSync(nodeBinary, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
