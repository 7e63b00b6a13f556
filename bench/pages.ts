import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { memoryArgs, memoryEnv } from '../scripts/serve.mjs'
import { copyProject, temporaryFolder } from './copy.ts'
import { staffScripts } from './staff-scripts.ts'

/**
 * How the pages compare with a static page of the same size on the same server: `npm run bench -- pages`. Machines are
 * noisy, so every figure that can be is a ratio of two that were taken in turns.
 */
const ROUNDS = 5
const SECONDS = 4
const PASSWORD = 'bench-password-of-the-day'
const root = path.resolve(import.meta.dirname, '..')

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const row = (name: string, ...figures: string[]) =>
  console.log(`${name.padEnd(46)}${figures.map((f) => f.padStart(16)).join('')}`)

async function untilOk(url: string) {
  for (;;) {
    try {
      if ((await fetch(url)).status === 200) return
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Own time of the process, user and system, in milliseconds: what the machine is doing besides does not count. */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const residentMb = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function load(url: string) {
  const result = await autocannon({ url, connections: 10, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

const scripts = new Map<string, number>()

async function scriptBytes(base: string, pathname: string): Promise<number> {
  const html = await (await fetch(base + pathname)).text()
  const sources = [...html.matchAll(/<script[^>]*src="([^"]+)"[^>]*>/g)].filter(
    ([tag]) => !/nomodule/i.test(tag),
  )
  let sum = 0
  for (const source of new Set(sources.map((match) => match[1] ?? ''))) {
    const known = scripts.get(source)
    const bytes = known ?? gzipSync(Buffer.from(await (await fetch(base + source)).arrayBuffer())).length
    scripts.set(source, bytes)
    sum += bytes
  }
  return sum
}

async function comparePages(base: string, post: string) {
  row(
    '\nThroughput against a static page of its size',
    'bytes',
    'requests/s',
    'ratio',
    'p99 ms',
    'static p99 ms',
  )
  for (const pathname of ['/blog', '/blog?page=2', '/blog?tag=SEO', post]) {
    const size = (await (await fetch(base + pathname)).text()).length
    const empty = (await (await fetch(`${base}/sized/0`)).text()).length
    const twin = `${base}/sized/${Math.round((size - empty) / 10) * 10}`
    await fetch(twin)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ page: await load(base + pathname), twin: await load(twin) })
    row(
      pathname,
      String(size),
      median(rounds.map(({ page }) => page.perSecond)).toFixed(0),
      median(rounds.map(({ page, twin }) => page.perSecond / twin.perSecond)).toFixed(2),
      String(median(rounds.map(({ page }) => page.p99))),
      String(median(rounds.map(({ twin }) => twin.p99))),
    )
  }
}

async function compareScripts(base: string, post: string) {
  row('\nScript of a page, gzip', 'bytes', 'over empty')
  const empty = await scriptBytes(base, '/empty')
  for (const pathname of ['/empty', '/', '/about', '/services', '/blog', post, '/contact']) {
    const bytes = await scriptBytes(base, pathname)
    row(pathname, String(bytes), String(bytes - empty))
  }
}

/** From the start of a create call to both pages showing the post, in milliseconds. */
async function publishTimes(base: string): Promise<number[]> {
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'admin@example.com', password: PASSWORD }),
  })
  const { data } = await login.json()
  const times: number[] = []
  for (let number = 0; number < 20; number += 1) {
    const title = `Measured post ${number}`
    const body = JSON.stringify({
      title,
      content: '## A heading\n\nSome text to read. '.repeat(60),
      published: true,
      tags: ['SEO'],
    })
    const start = performance.now()
    const answer = await fetch(`${base}/api/blogs`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${data.token}` },
      body,
    })
    const { slug } = (await answer.json()).data
    const [list, post] = await Promise.all([fetch(`${base}/blog`), fetch(`${base}/blog/${slug}`)])
    const shown = (await list.text()).includes(title) && (await post.text()).includes(title)
    if (!shown) throw new Error(`${title} was not visible in the next request`)
    times.push(performance.now() - start)
  }
  return times
}

const copy = copyProject(root)
const data = temporaryFolder()
const node = path.join(copy, 'node_modules', 'node', 'bin', 'node')
const build = spawnSync(node, ['node_modules/next/dist/bin/next', 'build'], {
  cwd: copy,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
})
if (build.status !== 0) throw new Error('The copy could not be built.')

const port = await freePort()
const base = `http://localhost:${port}`
const start = () =>
  spawn(node, [...memoryArgs, 'server.ts'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...memoryEnv,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: data,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
    },
  })
const stop = (server: ChildProcess) =>
  new Promise((resolve) => {
    server.once('exit', resolve)
    server.kill('SIGINT')
  })

try {
  // The first start makes the database and its sample posts.
  const first = start()
  await untilOk(`${base}/blog`)
  await stop(first)

  const began = performance.now()
  const server = start()
  await untilOk(base)
  row('Start to first 200', `${Math.round(performance.now() - began)} ms`, `${cpuMs(server)} ms cpu`)

  const list = await (await fetch(`${base}/api/blogs?limit=3`)).json()
  const post = `/blog/${list.data.blogs[1].slug}`
  await untilOk(base + post)
  await compareScripts(base, post)
  await comparePages(base, post)
  row('\nResident memory after the load', `${Math.round(residentMb(server))} MB`)

  const times = await publishTimes(base)
  row(
    'Publish, until both pages show it',
    `median ${median(times).toFixed(0)} ms`,
    `max ${Math.max(...times).toFixed(0)} ms`,
  )
  row('\nScript of a staff page, gzip', 'bytes')
  for (const { path: page, bytes } of await staffScripts(base, 'admin@example.com', PASSWORD))
    row(page, String(bytes))
  await stop(server)
} finally {
  for (const folder of [copy, data]) rmSync(folder, { recursive: true, force: true })
}
