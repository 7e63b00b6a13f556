// `npm run bench` measures everything; `npm run bench -- pages|nginx|editor|http|sqlite|postgres|jit|figures|restore` one of the nine,
// with its arguments.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, fail, nodeBinary, root } from './setup.mjs'

const benches = {
  pages: ['bench/pages.ts'],
  nginx: ['bench/nginx.ts'],
  editor: ['bench/editor.ts'],
  http: ['bench/http.ts'],
  sqlite: ['bench/upstream.ts', 'sqlite'],
  postgres: ['bench/upstream.ts', 'postgres'],
  jit: ['bench/databases.ts'],
  figures: ['bench/figures.ts'],
  restore: ['bench/restore.ts'],
}
const [wanted, ...more] = process.argv.slice(2)
if (wanted && !Object.hasOwn(benches, wanted))
  fail(`Unknown benchmark ${wanted}. One of: ${Object.keys(benches).join(', ')}`)

ensureInstalled()
const failed = []
for (const [name, args] of Object.entries(benches)) {
  if (wanted && wanted !== name) continue
  console.log(`\n== ${name}`)
  const { status, signal } = spawnSync(nodeBinary, [...args, ...more], { cwd: root, stdio: 'inherit' })
  if (signal) fail(`Stopped by ${signal}.`)
  if (status !== 0) failed.push(name)
}
if (failed.length > 0) fail(`\nNot within their limits, or not completed: ${failed.join(', ')}`)
