import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { unique } from '../fixtures.ts'
import { accountEnv } from '../account.ts'
import { startServer } from '../server-process.ts'
import { Staff } from '../staff.ts'
import { calls, formOf, type Answered } from './calls.ts'
import { covers } from './covers.ts'
import { disks } from './disks.ts'

const full = { error: 'Nothing can be stored at the moment: the disk is full.' }
const postSchema = z.object({ data: z.object({ id: z.string(), slug: z.string(), coverImage: z.string() }) })
const parsePost = ({ body }: Answered) => postSchema.parse(JSON.parse(body)).data

const [, , largest = covers[0]] = covers

const article = (title: string) =>
  formOf({
    title,
    content: 'A long line about a full hold. '.repeat(4_000),
    published: 'true',
    coverImage: largest.file,
  })

/** What is left in the journal may still take some writes; each of them is acknowledged, until one is refused. */
async function untilRefused(call: () => Promise<Answered>, acknowledged: Answered[] = []): Promise<Answered> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await call()
    if (answer.status >= 300) return answer
    acknowledged.push(answer)
  }
  throw new Error('Nothing was ever refused.')
}

test.describe('a disk without room', { tag: '@once' }, () => {
  for (const disk of disks.map((make) => make(process.env['E2E_SEEDED'] ?? '')))
    test(`refuses writes in words, serves what there is, and recovers: ${disk.kind}`, async () => {
      const { dataDir, through } = disk
      const server = await startServer({
        entry: 'server.ts',
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
      const created: Answered[] = []
      const messages: Answered[] = []
      const refused = {
        create: await untilRefused(() => site.create(article(unique('Too much'))), created),
        update: await untilRefused(() => site.update(before.id, article(unique('Changed')))),
        contact: await untilRefused(() => site.contact('No room'), messages),
        subscribe: await untilRefused(site.subscribe),
        signIn: await untilRefused(site.signIn),
      }
      for (const [call, { status, body }] of Object.entries(refused)) {
        expect(status, `${call}: ${body}\n${server.log()}`).toBe(507)
        expect(JSON.parse(body), call).toEqual(full)
      }
      const staffReads = ['/api/blogs?as=staff', '/api/stats', '/api/auth/profile']
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
