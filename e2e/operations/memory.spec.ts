import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { linkProject } from '#testing/linked-project.ts'
import { createMemoryGroup, serveWith } from '#testing/memory-group.ts'
import { startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const MEGABYTE = 1024 * 1024
const LIMIT_MB = 448
const READERS = 6
const UPLOADS = 5

/** A photo of twelve megapixels, about 4.5 MB. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const
  const pixels = sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#888', noise },
  })
  for (let quality = 90; ; quality -= 5) {
    const bytes = await pixels.clone().jpeg({ quality }).toBuffer()
    if (bytes.length < 4.7 * MEGABYTE) return bytes
  }
}

async function privateMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

test(
  `${LIMIT_MB} MB of memory are enough for six readers and five uploads at once`,
  { tag: '@long' },
  async () => {
    const folder = linkProject()
    const group = createMemoryGroup(LIMIT_MB * MEGABYTE)
    const server = await startServer({
      entry: '.next/site/start.mjs',
      portVariable: 'PORT',
      folder,
      env: { WARM_UP: 'true' },
      through: group?.through ?? serveWith(':'),
    })
    const token = await Staff.signIn(server.url)
    const file = await photo()
    expect(file.length).toBeGreaterThan(4.2 * MEGABYTE)
    const small = await sharp(file).resize({ width: 1000 }).jpeg().toBuffer()
    const huge = sharp(small).resize({ width: 7300 }).jpeg({ quality: 80, progressive: true })
    const hugeProgressive = await huge.toBuffer()
    expect(hugeProgressive.length).toBeLessThan(5 * MEGABYTE)

    let isOver = false
    let reads = 0
    let peakMb = 0
    const read = async (reader: number) => {
      const paths = [
        '/',
        `/?reader=${reader}`,
        '/blog',
        `/blog?search=cache+${reader}`,
        '/about',
        '/feed.xml',
      ]
      for (let turn = 0; !isOver; turn += 1) {
        const path = paths[turn % paths.length] ?? '/'
        const response = await fetch(server.url + path)
        await response.text()
        expect(response.status, path).toBe(200)
        reads += 1
      }
    }
    const measure = async () => {
      for (; !isOver; await wait(50)) peakMb = Math.max(peakMb, await privateMb(server.pid))
    }
    const upload = async (bytes: Buffer) => {
      const body = new FormData()
      body.set('file', new File([new Uint8Array(bytes)], 'photo.jpg'))
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body })
      return response.status
    }

    const all = (status: number) => Array.from({ length: UPLOADS }, () => status)
    const others = Promise.all([...Array.from({ length: READERS }, (_, reader) => read(reader)), measure()])
    const uploadAll = (bytes: Buffer) => Promise.all(Array.from({ length: UPLOADS }, () => upload(bytes)))
    const statuses = await uploadAll(file)
    // Without a group, the server has the memory of the machine.
    const rejected = group ? await uploadAll(hugeProgressive) : all(422)
    isOver = true
    await others

    expect(statuses).toEqual(all(201))
    // Its decoder would need 120 MB.
    expect(rejected).toEqual(all(422))
    expect(reads).toBeGreaterThan(READERS)
    expect(peakMb).toBeLessThan(LIMIT_MB)
    // A server that the kernel killed has no exit code.
    await server.stop()
    group?.remove()
    rmSync(folder, { recursive: true })
  },
)
