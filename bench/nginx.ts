// `npm run bench -- nginx` compares a cached page through deploy/nginx.conf with the same bytes as a file of the same nginx.
// With gzip the client, which decompresses, is slower than nginx: compare the CPU times.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as z from 'zod'
import { freePort } from '#testing/free-port.ts'
import { hasNginx, type Nginx, startNginx } from '#testing/nginx.ts'
import { failLimits } from './limits.ts'
import { load, median } from './load.ts'
import { buildSite, startSite, stop, treeCpuMs, untilOk } from './processes.ts'
import { temporaryFolder } from './project-copy.ts'
import { sentBytes, untilCompressed } from './sent-bytes.ts'

const ROUNDS = 9
const SECONDS = 1
const MIN_RATIO = 0.8
const encodings = ['identity', 'gzip'] as const

const row = (name: string, ...figures: string[]) =>
  console.log(`${name.padEnd(24)}${figures.map((figure) => figure.padStart(15)).join('')}`)

async function measure({ pid }: Nginx, url: string, encoding: string) {
  const before = treeCpuMs(pid)
  const { perSecond, total, p99 } = await load(url, {
    seconds: SECONDS,
    headers: { 'accept-encoding': encoding },
  })
  return { perSecond, p99, cpuMicroseconds: ((treeCpuMs(pid) - before) * 1000) / total }
}

async function compare(nginx: Nginx, name: string, page: string, folder: string) {
  const plain = await sentBytes(nginx.url + page, 'identity')
  for (const encoding of encodings) {
    const bytes = await untilCompressed(nginx.url + page, encoding)
    const sent = encoding === 'gzip' ? await promisify(gunzip)(bytes) : bytes
    if (!sent.equals(plain)) throw new Error(`${page} differs as ${encoding}`)
    // Never written twice, because nginx keeps files open.
    const file = `${name}-${encoding}`
    writeFileSync(path.join(folder, file), bytes)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ours: await measure(nginx, nginx.url + page, encoding),
        fromFile: await measure(nginx, `${nginx.url}/files/${encoding}/${file}`, encoding),
      })
    const ratio = median(rounds.map(({ ours, fromFile }) => ours.perSecond / fromFile.perSecond))
    const isEnough = ratio >= MIN_RATIO
    if (!isEnough) failures += 1
    row(
      `${name}, ${encoding}`,
      String(bytes.length),
      median(rounds.map(({ ours }) => ours.perSecond)).toFixed(0),
      median(rounds.map(({ fromFile }) => fromFile.perSecond)).toFixed(0),
      median(rounds.map(({ ours }) => ours.p99)).toFixed(1),
      median(rounds.map(({ ours }) => ours.cpuMicroseconds)).toFixed(0),
      median(rounds.map(({ fromFile }) => fromFile.cpuMicroseconds)).toFixed(0),
      isEnough ? ratio.toFixed(2) : `${ratio.toFixed(2)} ✗`,
    )
  }
}

if (!hasNginx) throw new Error('nginx is not installed.')
let failures = 0
buildSite()
const folder = temporaryFolder()
chmodSync(folder, 0o755)
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const files = encodings.map(
  (encoding) => `location /files/${encoding}/ {
    alias ${folder}/;
    default_type text/html;
    ${encoding === 'gzip' ? 'add_header Content-Encoding gzip;' : ''}
  }`,
)
try {
  const port = await freePort()
  const server = startSite({ PORT: String(port), DATA_DIR: path.join(folder, 'data'), TRUST_PROXY: '1' })
  closing.unshift(() => stop(server))
  // nginx closes a connection after 1,000 requests otherwise, which a load may send in a second.
  const nginx = await startNginx([port], ['keepalive_requests 1000000;', ...files].join('\n'))
  closing.unshift(() => nginx.stop())
  await untilOk(`${nginx.url}/api/ready`, server)
  const list = z.object({ data: z.object({ blogs: z.array(z.object({ slug: z.string() })).min(2) }) })
  const { data } = list.parse(await (await fetch(`${nginx.url}/api/blogs?limit=2`)).json())
  row('', 'bytes', 'requests/s', 'file', 'p99 ms', 'CPU µs', 'file', '/ file')
  for (const [name, page] of Object.entries({ post: `/blog/${data.blogs[1]?.slug}`, home: '/' }))
    await compare(nginx, name, page, folder)
} finally {
  for (const close of closing) await close()
}
if (failures > 0) failLimits(`${failures} ratios are below ${MIN_RATIO}.`)
