import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#testing/free-port.ts'
import { linkProject } from '#testing/linked-project.ts'
import { hasEnded, waitForOk } from '#testing/server-status.ts'
import { temporaryFolder } from '../project-copy.ts'
import { compare, takeSample, type Sample } from './measure.ts'
import { account, Tally, Visitor } from './visitor.ts'

/** Loads the production server and fails when memory, files or disk grow: `npm run soak -- SECONDS`. */
const VISITORS = 4
const WARM_UP = 0.2
const SAMPLES = 90
const seconds = Number(process.argv[2] ?? 600)
if (!Number.isFinite(seconds) || seconds < 10) {
  console.error('The length of the soak must be a number of seconds, at least 10.')
  process.exit(1)
}

const root = path.resolve(import.meta.dirname, '..', '..')
const dataDir = temporaryFolder()

const port = await freePort()
const url = `http://localhost:${port}`
const gcArguments = ['--expose-gc', '--import', './bench/soak/collect.mjs']
const project = linkProject()
const server = spawn('sh', ['scripts/serve.sh', 'production', ...gcArguments, '.next/site/start.mjs'], {
  cwd: project,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: String(port),
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    LOG_LEVEL: 'error',
  },
})
let log = ''
server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
const exited = once(server, 'exit').then(() => server.exitCode)
process.once('exit', () => server.kill('SIGKILL'))

const status = await waitForOk(`${url}/api/ready`, { isOver: () => hasEnded(server) })
if (status !== 200) throw new Error(`The server is not ready: ${status}\n${log}`)
const began = Date.now()
const end = began + seconds * 1000
const tally = new Tally()
const visits = Promise.all(Array.from({ length: VISITORS }, () => new Visitor(url, tally).visitUntil(end)))

await wait(seconds * 1000 * WARM_UP)
const samples: Sample[] = []
const every = (seconds * 1000 * (1 - WARM_UP)) / SAMPLES
while (Date.now() < end && server.exitCode === null) {
  const next = Date.now() + every
  const { pid = 0 } = server
  samples.push(await takeSample({ pid, dataDir, build: path.join(root, '.next'), writes: tally.writes }))
  await wait(Math.max(0, next - Date.now()))
}
await visits
server.kill('SIGTERM')
const exitCode = await exited
rmSync(dataDir, { recursive: true })
rmSync(project, { recursive: true })

const waits = tally.waits.toSorted((a, b) => a - b)
const at = (share: number) => `${Math.round(waits[Math.floor(waits.length * share)] ?? 0)} ms`
console.log(`${waits.length} requests in ${seconds} s, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
console.log([...tally.counts].map(([name, count]) => `${name} ${count}`).join(', '))
const isFlat = compare(samples)
for (const error of tally.errors.slice(0, 20)) console.log(`  ${error}`)
console.log(
  `\n${tally.errors.length} unexpected responses, ${log.split('\n').length - 1} lines in the log, exit ${exitCode}`,
)
if (log) console.log(log.slice(0, 4000))
process.exit(isFlat && tally.errors.length === 0 && log === '' && exitCode === 0 ? 0 : 1)
