import { expect, test } from '@playwright/test'
import * as z from 'zod'
import { unique } from '../support/fixtures.ts'
import { accountEnv } from '../support/session.ts'
import { seededFolder, startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'
import { calls, toFormData, visitorErrors, type CallResult } from '../support/faults/api-calls.ts'
import { covers } from '../support/faults/cover-images.ts'
import { disks } from '../support/faults/disks.ts'

const full = { error: 'Nothing can be stored at the moment: the disk is full.' }
const postSchema = z.object({ data: z.object({ id: z.string(), slug: z.string(), coverImage: z.string() }) })
const parsePost = ({ body }: CallResult) => postSchema.parse(JSON.parse(body)).data

const [, , largest = covers[0]] = covers

const article = (title: string) =>
  toFormData({
    title,
    content: 'A long line about a full hold. '.repeat(4_000),
    published: 'true',
    coverImage: largest.file,
  })

/** The journal still has room for some writes, so the call is repeated until one is rejected. */
async function untilRejected(
  call: () => Promise<CallResult>,
  acknowledged: CallResult[] = [],
): Promise<CallResult> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await call()
    if (response.status >= 300) return response
    acknowledged.push(response)
  }
  throw new Error('Nothing was ever rejected.')
}

test.describe('a full disk', { tag: '@once' }, () => {
  for (const { kind, create } of disks)
    test(`rejects writes with 507, keeps serving reads and recovers: ${kind}`, async () => {
      const disk = create(seededFolder())
      const { dataDir, through } = disk
      const server = await startServer({
        entry: '.next/site/start.mjs',
        portVariable: 'PORT',
        env: accountEnv,
        dataDir,
        through,
      })
      const token = await Staff.signIn(server.url)
      const site = calls(server.url, token)
      const before = parsePost(await site.create(article(unique('Before'))))
      const kept = [`/blog/${before.slug}`, '/blog', '/']
      for (const page of kept) expect((await site.read(page)).status, page).toBe(200)

      disk.fill(server.pid)
      const created: CallResult[] = []
      const messages: CallResult[] = []
      const rejected = {
        create: await untilRejected(() => site.create(article(unique('Too much'))), created),
        update: await untilRejected(() => site.update(before.id, article(unique('Changed')))),
        contact: await untilRejected(() => site.contact('No room'), messages),
        subscribe: await untilRejected(site.subscribe),
        signIn: await untilRejected(site.signIn),
      }
      for (const [call, { status, body }] of Object.entries(rejected)) {
        expect(status, `${call}: ${body}\n${server.log()}`).toBe(507)
        expect(JSON.parse(body), call).toEqual(visitorErrors.get(call) ?? full)
      }
      const staffReads = ['/api/blogs?status=all', '/api/stats', '/api/auth/profile']
      for (const path of [...kept, '/blog?search=hold', before.coverImage, '/api/blogs', '/api/ready'])
        expect((await site.read(path)).status, path).toBe(200)
      for (const path of staffReads) expect((await site.readAsStaff(path)).status, path).toBe(200)

      disk.free(server.pid)
      const after = await site.create(article(unique('After')))
      expect(after.status, after.body).toBe(201)
      expect((await site.contact('Room again')).status).toBe(201)
      expect((await site.signIn()).status).toBe(200)
      for (const post of [...created, after].map(parsePost)) {
        expect((await site.read(`/blog/${post.slug}`)).status).toBe(200)
        expect((await site.read(post.coverImage)).status).toBe(200)
      }
      for (const { id } of [before, ...created.map(parsePost)])
        expect((await site.remove(id)).status).toBe(200)
      await server.stop()
      disk.remove()
    })
})
