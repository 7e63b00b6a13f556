// `npm run bench` runs all nine benchmarks; `npm run bench -- pages|nginx|editor|http|sqlite|postgres|jit|figures|restore` one of them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
const OUTSIDE_LIMITS = 2
const results = []
const sites = mkdtempSync(path.join(tmpdir(), 'halyard-bench-sites-'))
const env = { ...process.env, BENCH_SITES: sites }
// Interrupting ends the running benchmark, after which the filled sites are deleted.
process.on('SIGINT', () => {})
for (const [name, args] of Object.entries(benches)) {
  if (wanted && wanted !== name) continue
  console.log(`\n== ${name}`)
  const started = performance.now()
  const { status, signal } = spawnSync(nodeBinary, [...args, ...more], { cwd: root, env, stdio: 'inherit' })
  const minutes = (performance.now() - started) / 60_000
  const result = status === 0 ? 'passed' : status === OUTSIDE_LIMITS ? 'outside limits' : 'not completed'
  results.push({ name, result, minutes })
  if (signal) break
}
rmSync(sites, { recursive: true, force: true })
console.log('')
for (const { name, result, minutes } of results)
  console.log(`${name.padEnd(12)}${result.padEnd(16)}${minutes.toFixed(1).padStart(7)} min`)
process.exitCode = results.every(({ result }) => result === 'passed') ? 0 : 1
