import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { importLimits } from '#contract/limits.ts'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { uploadFile, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

const file = (title: string) => `---\ntitle: ${title}\n---\nText.\n`

describe('uploads to import', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  it('are rejected when they are incomplete, unsafe or not an export', async () => {
    const rejected = async (name: string, bytes: Uint8Array<ArrayBuffer> | string) => {
      const { checked } = await uploadImport(
        up,
        token,

        name,
        typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
      )
      return [checked.status, checked.json.error]
    }
    const posts = { path: 'a.md', content: file('A') }
    for (const text of ['Hello', ' '.repeat(1_000_000)])
      expect(await rejected('a.txt', text)).toEqual([
        422,
        'This is neither an archive nor an export of WordPress or Ghost. Choose Markdown files as a folder or a .zip file.',
      ])
    expect(await rejected('a.xml', '<html></html>')).toEqual([422, 'The XML is not an export of WordPress.'])
    expect(await rejected('a.json', '{"db":[]}')).toEqual([422, 'The JSON is not an export of Ghost.'])
    expect(await rejected('a.zip', zip([{ path: 'a.txt', content: 'x' }]))).toEqual([
      422,
      'The archive has no posts: no Markdown, WXR or Ghost JSON file.',
    ])
    expect((await rejected('a.zip', zip([posts]).subarray(0, 60)))[0]).toBe(422)
    for (const path of ['../a.md', '/etc/a.md', 'C:/a.md', 'a\\..\\b.md'])
      expect([path, (await rejected('a.zip', zip([posts, { path, content: 'x' }])))[0]]).toEqual([path, 422])
    const bomb = new Uint8Array(3 * 1024 * 1024)
    expect((await rejected('a.zip', zip([posts, { path: 'b.png', content: bomb }])))[1]).toContain(
      'is not safe to unpack',
    )
    const large = { path: 'a.json', content: randomBytes(400_000), size: importLimits.documentBytes + 1 }
    expect(await rejected('a.zip', zip([large]))).toEqual([
      422,
      'An export of WordPress or Ghost can have 64 MB of text.',
    ])
    const tooManyElements = [422, 'The XML has too many elements. Export the posts in several files.']
    for (const elements of [
      '<item/>'.repeat(100_002),
      '<a>'.repeat(200),
      `<a ${'b="" '.repeat(1_000_001)}/>`,
    ])
      expect(await rejected('a.xml', `<rss>${elements}</rss>`)).toEqual(tooManyElements)
    const rows = (name: string, count: number) => `{"data":{"posts":[],"${name}":[{}${',{}'.repeat(count)}]}}`
    expect(await rejected('a.json', rows('settings', 1_000_000))).toEqual([
      422,
      'The JSON has too many values.',
    ])
    expect(await rejected('a.json', rows('posts_meta', 100_000))).toEqual([
      422,
      'The JSON is not an export of Ghost.',
    ])
    const lying = { path: 'b.md', content: 'x'.repeat(90_000), size: 10 }
    expect((await rejected('a.zip', zip([lying])))[0]).toBe(422)

    const { json } = await up.call('POST', '/api/imports', { token, json: { name: 'x', bytes: 10 } })
    const part = (number: string, bytes: number) =>
      up.call('POST', `/api/imports/${json.data.id}/parts?number=${number}`, {
        token,
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      })
    for (const [number, bytes] of [
      ['0', 9],
      ['0', 11],
      ['1', 10],
      ['-1', 10],
      ['x', 10],
    ] as const)
      expect([number, bytes, (await part(number, bytes)).status]).toEqual([number, bytes, 422])
    expect((await up.call('POST', `/api/imports/${json.data.id}/check`, { token })).status).toBe(409)
    const tooLarge = { name: 'x', bytes: importLimits.bytes + 1 }
    expect((await up.call('POST', '/api/imports', { token, json: tooLarge })).status).toBe(422)
  })
})

/** Checks an upload in a process whose files cannot become larger, which fails like a full disk. */
async function checkWithLimit(up: TestUpstream, token: string, id: string, bytes: number) {
  const app = join(import.meta.dirname, '..', 'app.ts')
  const script = `
    import pino from 'pino'
    import { openUpstream } from ${JSON.stringify(app)}
    const config = ${JSON.stringify({ ...up.config, logger: undefined })}
    const upstream = await openUpstream({ ...config, logger: pino({ level: 'silent' }) })
    const headers = { authorization: ${JSON.stringify(`Bearer ${token}`)} }
    const request = new Request('http://upstream/api/imports/${id}/check', { method: 'POST', headers })
    const response = await upstream.fetch(request)
    console.log(JSON.stringify([response.status, await response.json()]))
    await upstream.close()`
  const args = [`--fsize=${bytes}`, process.execPath, '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)('prlimit', args)
  return JSON.parse(stdout)
}

const onLinux = process.platform === 'linux' ? it : it.skip

describe('uploads beside a PostgreSQL database', () => {
  onLinux('can be checked when the disk is no longer full', async () => {
    const up = await startUpstream('postgres')
    const token = await up.signIn()
    const picture = { path: 'a.png', content: randomBytes(1_000_000) }
    const id = await uploadFile(up, token, 'a.zip', zip([picture, { path: 'a.md', content: file('A') }]))
    const full = { error: 'Nothing can be stored at the moment: the disk is full.' }
    for (const bytes of [0, 100_000])
      expect([bytes, await checkWithLimit(up, token, id, bytes)]).toEqual([bytes, [507, full]])
    expect((await up.call('POST', `/api/imports/${id}/check`, { token })).status).toBe(200)
    await up.stop()
  })
})
