// `npm run bench -- pages` measures the public pages. Throughput is a ratio of two loads alternated in one run, because machines
// are noisy. A figure outside its limit is marked, and fails the run.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#testing/free-port.ts'
import { failLimits } from './limits.ts'
import { load, median } from './load.ts'
import {
  buildSite,
  cpuMs,
  startBareServer,
  startNext,
  startSite,
  stop,
  treePssMb,
  untilOk,
  type SiteOptions,
} from './processes.ts'
import { copyProject, temporaryFolder } from './project-copy.ts'
import { scriptSizes } from './script-size.ts'
import { sentBytes, untilCompressed } from './sent-bytes.ts'
import { admin, ownerHeaders } from './sign-in.ts'

const ROUNDS = 5
/** Loads alternate quickly, because a shared machine changes its speed from second to second. */
const LOADS = 11
const SECONDS = 1
const MINUTE = 60
const limits = { bareRatio: 0.7, nextRatio: 8, memoryMb: 284, startMs: 660 }
const encodings = ['identity', 'gzip', 'br']

const row = (name: string, ...figures: string[]) =>
  console.log(`${name.padEnd(40)}${figures.map((figure) => figure.padStart(15)).join('')}`)

let failures = 0
function judge(text: string, isWithin: boolean): string {
  if (!isWithin) failures += 1
  return isWithin ? text : `${text} ✗`
}

async function compareThroughput(server: ChildProcess, base: string, pages: Record<string, string>) {
  const pid = server.pid ?? 0
  row('\nCached pages', 'bytes', 'requests/s', 'p99 ms', 'CPU µs', '/ bare', '/ Next')
  const empty = (await sentBytes(`${base}/sized/0`, 'identity')).length
  for (const [name, pathname] of Object.entries(pages)) {
    const plainSize = (await sentBytes(base + pathname, 'identity')).length
    const nextPage = `${base}/sized/${Math.round((plainSize - empty) / 10) * 10}`
    await untilOk(nextPage, server)
    for (const encoding of encodings) {
      const bytes = await untilCompressed(base + pathname, encoding)
      const bare = await startBareServer(base + pathname, encoding)
      const options = { seconds: SECONDS, headers: { 'accept-encoding': encoding } }
      closing.unshift(() => bare.stop())
      const rounds = []
      for (let round = 0; round < LOADS; round += 1) {
        const cpuBefore = cpuMs(pid)
        const ours = await load(base + pathname, options)
        const cpuMicroseconds = ((cpuMs(pid) - cpuBefore) * 1000) / ours.total
        // Next does not support brotli, so it is compared with gzip.
        const headers = { 'accept-encoding': encoding === 'br' ? 'gzip' : encoding }
        rounds.push({
          ours,
          cpuMicroseconds,
          bare: await load(bare.url, options),
          next: await load(nextPage, { ...options, headers }),
        })
      }
      await bare.stop()
      const bareRatio = median(rounds.map((round) => round.ours.perSecond / round.bare.perSecond))
      const nextRatio = median(rounds.map((round) => round.ours.perSecond / round.next.perSecond))
      row(
        `${name}, ${encoding}`,
        String(bytes.length),
        median(rounds.map(({ ours }) => ours.perSecond)).toFixed(0),
        median(rounds.map(({ ours }) => ours.p99)).toFixed(1),
        median(rounds.map(({ cpuMicroseconds }) => cpuMicroseconds)).toFixed(0),
        judge(bareRatio.toFixed(2), bareRatio >= limits.bareRatio),
        judge(nextRatio.toFixed(1), nextRatio >= limits.nextRatio),
      )
    }
  }
}

async function publishTimes(base: string): Promise<number[]> {
  const headers = await ownerHeaders(base)
  const times: number[] = []
  for (let number = 0; number < 20; number += 1) {
    const title = `Measured post ${number}`
    const content = '## A heading\n\nSome text to read. '.repeat(60)
    const started = performance.now()
    const created = await fetch(`${base}/api/blogs`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title, content, published: true, tags: ['SEO'] }),
    })
    const { slug } = (await created.json()).data
    const [list, post] = await Promise.all([fetch(`${base}/blog`), fetch(`${base}/blog/${slug}`)])
    const isVisible = (await list.text()).includes(title) && (await post.text()).includes(title)
    if (!isVisible) throw new Error(`${title} was not visible in the next request`)
    times.push(performance.now() - started)
  }
  return times
}

const paths = async (base: string) => {
  const index = await (await fetch(`${base}/sitemap.xml`)).text()
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => new URL(location).pathname)
  const files = locations(index)
  const parts = files.filter((file) => file.endsWith('.xml') || file.startsWith('/sitemaps/'))
  const pages = await Promise.all(
    parts.map(async (part) => locations(await (await fetch(base + part)).text())),
  )
  return parts.length > 0 ? pages.flat() : files
}

const copy = copyProject()
const data = temporaryFolder()
const port = await freePort()
const base = `http://localhost:${port}`
// The request log is part of what is measured.
const logFile = openSync(path.join(data, 'server.log'), 'a')
const deleteFolders = () => {
  for (const folder of [copy, data]) rmSync(folder, { recursive: true, force: true })
}
const closing: (() => unknown)[] = [deleteFolders]

const siteEnv = { PORT: String(port), DATA_DIR: data, ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'info' }
const options: SiteOptions = { cwd: copy, stdio: ['ignore', 'ignore', logFile] }

function startServer(start = startSite): ChildProcess {
  const server = start(siteEnv, options)
  closing.unshift(() => stop(server))
  return server
}

async function startTime(start: typeof startSite, pathname: string): Promise<number> {
  const began = performance.now()
  const server = startServer(start)
  await untilOk(base + pathname, server)
  const time = performance.now() - began
  await stop(server)
  return time
}

try {
  buildSite(copy)

  // The first starts fill the database and the cache of compiled code.
  await startTime(startSite, '/api/ready')
  await startTime(startNext, '/empty')
  const starts = []
  for (let round = 0; round < ROUNDS; round += 1)
    starts.push({ ours: await startTime(startSite, '/'), next: await startTime(startNext, '/empty') })
  const startMs = median(starts.map(({ ours }) => ours))
  row(
    'Server start to first 200',
    judge(`${startMs.toFixed(0)} ms`, startMs <= limits.startMs),
    `${median(starts.map(({ ours, next }) => ours / next)).toFixed(2)} / Next`,
  )

  const npm = spawn('npm', ['start'], { ...options, env: { ...process.env, ...siteEnv } })
  closing.unshift(() => stop(npm))
  await untilOk(`${base}/api/ready`, npm)
  const all = await paths(base)
  for (const pathname of [...all, '/blog?page=2', '/blog?tag=SEO'])
    for (const encoding of encodings) await sentBytes(base + pathname, encoding).catch(() => null)
  await load(`${base}/blog`, { seconds: MINUTE })
  const memory = treePssMb(npm.pid ?? 0)
  row(
    `Memory (PSS) with npm, ${all.length} pages, a minute of load`,
    judge(`${memory.toFixed(0)} MiB`, memory <= limits.memoryMb),
  )
  await stop(npm)

  const server = startServer()
  await untilOk(base, server)
  const list = await (await fetch(`${base}/api/blogs?limit=3`)).json()
  const post = `/blog/${list.data.blogs[1].slug}`
  await compareThroughput(server, base, { post, list: '/blog', home: '/' })

  const times = await publishTimes(base)
  row(
    '\nPublish, until both pages show it',
    `median ${median(times).toFixed(0)} ms`,
    `max ${Math.max(...times).toFixed(0)} ms`,
  )

  row('\nScripts of a page in a browser, bytes', 'read', 'used')
  const publicPaths = ['/', '/about', '/services', '/blog', post, '/contact']
  for (const { path: pathname, read, used } of await scriptSizes(base, publicPaths))
    row(pathname, String(read), String(used))
} finally {
  for (const close of closing) await close()
}
if (failures > 0) failLimits(`${failures} figures are outside their limits.`)
