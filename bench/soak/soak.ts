import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { memoryArgs, memoryEnv } from '../../scripts/serve.mjs'
import { temporaryFolder } from '../copy.ts'
import { compare, takeSample, type Sample } from './measure.ts'
import { account, Tally, Visitor } from './visitor.ts'

/** Mixed load on the production server, and whether anything of it grows: `npm run soak -- SECONDS`. */
const VISITORS = 4
const WARM_UP = 0.2
const SAMPLES = 90
const seconds = Number(process.argv[2] ?? 600)
if (!Number.isFinite(seconds) || seconds < 10) {
  console.error('The length of a soak is a number of seconds, 10 or more.')
  process.exit(1)
}

const root = path.resolve(import.meta.dirname, '..', '..')
const dataDir = temporaryFolder()

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}

const port = await freePort()
const url = `http://localhost:${port}`
const collecting = ['--expose-gc', '--import', './bench/soak/collect.mjs']
const server = spawn(process.execPath, [...memoryArgs, ...collecting, 'server.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    PATH: process.env['PATH'],
    ...memoryEnv,
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

async function untilReady() {
  while (server.exitCode === null) {
    if (
      await fetch(`${url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await wait(100)
  }
  throw new Error(`The server ended: ${log}`)
}

await untilReady()
const began = Date.now()
const end = began + seconds * 1000
const tally = new Tally()
const visits = Promise.all(Array.from({ length: VISITORS }, () => new Visitor(url, tally).visitUntil(end)))

await wait(seconds * 1000 * WARM_UP)
const samples: Sample[] = []
const every = (seconds * 1000 * (1 - WARM_UP)) / SAMPLES
while (Date.now() < end && server.exitCode === null) {
  const next = Date.now() + every
  samples.push(await takeSample(server.pid ?? 0, dataDir, path.join(root, '.next')))
  await wait(Math.max(0, next - Date.now()))
}
await visits
server.kill('SIGTERM')
const exitCode = await exited
rmSync(dataDir, { recursive: true })

const waits = tally.waits.toSorted((a, b) => a - b)
const at = (share: number) => `${Math.round(waits[Math.floor(waits.length * share)] ?? 0)} ms`
console.log(`${waits.length} requests in ${seconds} s, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
console.log([...tally.counts].map(([name, count]) => `${name} ${count}`).join(', '))
const isFlat = compare(samples)
for (const fault of tally.faults.slice(0, 20)) console.log(`  ${fault}`)
console.log(
  `\n${tally.faults.length} wrong answers, ${log.split('\n').length - 1} errors in the log, exit ${exitCode}`,
)
if (log) console.log(log.slice(0, 4000))
process.exit(isFlat && tally.faults.length === 0 && log === '' && exitCode === 0 ? 0 : 1)
