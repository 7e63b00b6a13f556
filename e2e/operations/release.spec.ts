import { execFile, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { expect, test as base } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { hasNginx, startNginx } from '#testing/nginx.ts'
import { startPostgres, unprivileged } from '#testing/postgres-server.ts'
import { account, accountEnv } from '../support/session.ts'
import { covers, showsCover } from '../support/faults/cover-images.ts'
import { projectRoot, waitUntilOk } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const MAX_MEGABYTES = 300
const scriptAndOptions = '--disable-warning=ExperimentalWarning scripts/release.mjs'
/** With a umask that gives other users no rights. */
const buildRelease = (folder: string) =>
  promisify(execFile)(
    'sh',
    ['-c', `umask 077 && exec "$0" ${scriptAndOptions} "$1"`, process.execPath, folder],
    { cwd: projectRoot },
  )

const postSchema = z.object({ data: z.object({ coverImage: z.string() }) })

interface Release {
  folder: string
  /** The working directory of the operator: `.env`, data and backups. */
  workFolder: string
  start(
    args: string[],
    options?: SpawnOptions,
  ): { pid: number; exited: Promise<number | null>; output(): string }
}

const test = base.extend<object, { release: Release }>({
  release: [
    async ({ browserName: _ }, provide) => {
      const temporary = mkdtempSync(path.join(tmpdir(), 'halyard-release-'))
      const inTemporary = (name: string) => path.join(temporary, name)
      await buildRelease(inTemporary('built'))
      renameSync(inTemporary('built'), inTemporary('moved'))
      for (const name of ['bin', 'work']) mkdirSync(inTemporary(name))
      writeFileSync(path.join(inTemporary('work'), '.env'), '')
      // A PATH without Node and npm.
      for (const tool of ['sh', 'dirname', 'readlink', 'sed']) {
        const place = ['/usr/bin', '/bin'].find((folder) => existsSync(path.join(folder, tool)))
        symlinkSync(path.join(place ?? '', tool), path.join(inTemporary('bin'), tool))
      }
      await provide({
        folder: inTemporary('moved'),
        workFolder: inTemporary('work'),
        start: (args, options) => {
          const child = spawn(path.join(inTemporary('moved'), 'halyard'), args, {
            cwd: inTemporary('work'),
            env: { PATH: inTemporary('bin'), NODE_ENV: 'test' },
            ...options,
            stdio: ['ignore', 'pipe', 'pipe'],
          })
          let output = ''
          for (const stream of [child.stdout, child.stderr])
            stream.setEncoding('utf8').on('data', (text: string) => (output += text))
          const exited = once(child, 'close').then(() => child.exitCode)
          return { pid: child.pid ?? 0, exited, output: () => output }
        },
      })
      rmSync(temporary, { recursive: true })
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

const isReady = (address: string, { exited, output }: ReturnType<Release['start']>) =>
  waitUntilOk(`${address}/api/ready`, exited, output)

test.describe('a release', { tag: '@once' }, () => {
  // One worker builds it, once.
  test.describe.configure({ mode: 'default' })

  test('serves the site and runs commands without npm, the project and the network', async ({ release }) => {
    const [port, upstreamPort] = [await freePort(), await freePort()]
    const variables = { PORT: port, UPSTREAM_PORT: upstreamPort, LOG_LEVEL: 'warn', ...accountEnv }
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(path.join(release.workFolder, '.env'), lines.join(''))
    const url = `http://localhost:${port}`
    const read = async (address: string) => {
      const response = await fetch(`${url}${address}`)
      expect(response.status, address).toBe(200)
      return response
    }

    const site = release.start([])
    await isReady(url, site)
    await read('/')
    const staff = new Staff(url, await Staff.signIn(url))
    const [cover] = covers
    const { slug } = await staff.create({
      title: 'In a release',
      content: '**bold**',
      coverImage: cover.file,
    })
    const post = postSchema.parse(await (await read(`/api/blogs/${slug}`)).json())
    expect(await showsCover(await (await read(post.data.coverImage)).arrayBuffer(), cover)).toBe(true)
    const html = await (await read(`/blog/${slug}`)).text()
    expect(html, 'rendered by the worker').toContain('<strong>bold</strong>')
    const [script = 'none'] = html.match(/\/_next\/static\/[^"]+\.js/) ?? []
    await read(script)
    const card = await read(`/og/blog/${slug}`)
    expect(card.headers.get('content-type')).toBe('image/png')
    await read('/figures/outbox.svg')
    if (hasNginx) {
      const nginx = await startNginx([port])
      expect(await (await fetch(`${nginx.url}/blog/${slug}`)).text()).toBe(html)
      await nginx.stop()
    }

    const accounts = release.start(['admin', 'list'])
    expect(await accounts.exited, accounts.output()).toBe(0)
    expect(accounts.output()).toContain(account.email)
    const backup = release.start(['backup', 'site.db'])
    expect(await backup.exited, backup.output()).toBe(0)
    const restore = release.start(['restore', 'site.db', '--force'])
    expect(await restore.exited, restore.output()).toBe(0)
    for (const args of [['unknown'], ['--help'], ['start', '--help'], ['start', 'now'], ['upstream', '-h']]) {
      const rejected = release.start(args)
      expect(await rejected.exited, args.join(' ')).toBe(2)
      expect(rejected.output(), args.join(' ')).toContain('Usage: halyard')
    }
    const help = release.start(['backup', '--help'])
    expect(await help.exited, help.output()).toBe(0)
    expect(help.output()).toContain('halyard backup FILE')

    const upstream = release.start(['upstream'])
    await isReady(`http://localhost:${upstreamPort}`, upstream)
    for (const server of [site, upstream]) {
      process.kill(server.pid, 'SIGTERM')
      expect(await server.exited, server.output()).toBe(0)
    }
    expect(readdirSync(release.workFolder).toSorted()).toEqual(['.env', 'data', 'site.db'])
  })

  test('needs no rights on its folder, with PostgreSQL and SMTP', async ({ release }) => {
    const workFolder = mkdtempSync(path.join(tmpdir(), 'halyard-work-'))
    const { uid, gid } = unprivileged
    if (uid !== undefined) chownSync(workFolder, uid, gid)
    const permit = (mode: string) => promisify(execFile)('chmod', ['-R', mode, release.folder])
    chmodSync(path.dirname(release.folder), 0o755)
    await permit('a-w')
    const [port, upstreamPort] = [await freePort(), await freePort()]
    const [postgres, mail] = [await startPostgres(), await startMailServer()]
    const variables = {
      ...{ PORT: port, UPSTREAM_PORT: upstreamPort, LOG_LEVEL: 'warn', DEMO_CONTENT: 'false', ...accountEnv },
      ...{ DATABASE_URL: await postgres.emptyDatabase(), SMTP_URL: mail.url, MAIL_TO: 'staff@example.com' },
    }
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(path.join(workFolder, '.env'), lines.join(''))
    const start = (...args: string[]) => release.start(args, { cwd: workFolder, ...unprivileged })
    const run = async (...args: string[]) => {
      const command = start(...args)
      return { code: await command.exited, output: command.output() }
    }
    const url = `http://localhost:${port}`

    const [site, upstream] = [start(), start('upstream')]
    await isReady(url, site)
    await isReady(`http://localhost:${upstreamPort}`, upstream)
    const staff = new Staff(url, await Staff.signIn(url))
    const { slug } = await staff.create({ title: 'On a read-only root', coverImage: covers[0].file })
    expect((await fetch(`${url}/blog/${slug}`)).status).toBe(200)
    const message = {
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Hello',
      message: 'A long enough message.',
    }
    const sent = await fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    expect(sent.status).toBeLessThan(300)
    await expect
      .poll(() => mail.emails.flatMap(({ recipients }) => recipients))
      .toContain('staff@example.com')
    expect(await run('admin', 'list')).toMatchObject({
      code: 0,
      output: expect.stringContaining(account.email),
    })
    expect(await run('backup', 'site.db')).toMatchObject({ code: 0 })
    await staff.deleteOwn()
    expect(await run('restore', 'site.db', '--force')).toMatchObject({ code: 0 })
    expect((await fetch(`${url}/api/blogs/${slug}`)).status).toBe(200)
    expect(await run('rollback')).toMatchObject({
      code: 1,
      output: expect.stringContaining('nothing to roll back'),
    })
    for (const server of [site, upstream]) {
      process.kill(server.pid, 'SIGTERM')
      expect(await server.exited, server.output()).toBe(0)
    }
    await mail.close()
    await postgres.stop()
    await permit('u+w')
    rmSync(workFolder, { recursive: true })
  })

  test(`has at most ${MAX_MEGABYTES} MB`, ({ release }) => {
    const names = readdirSync(release.folder, { recursive: true, encoding: 'utf8' })
      // Compiled code is added when the release runs.
      .filter((name) => !name.startsWith('node_modules/.cache'))
    // The names include those behind the links from `.next/node_modules` to packages.
    const files = new Set(names.map((name) => realpathSync(path.join(release.folder, name))))
    const bytes = [...files]
      .map((file) => lstatSync(file))
      .filter((file) => !file.isDirectory())
      .map((file) => file.size)
      .reduce((total, size) => total + size, 0)
    expect(bytes / 1e6).toBeLessThan(MAX_MEGABYTES)
  })

  test('does not depend on the place and time of the build', ({ release }) => {
    const read = (name: string) => readFileSync(path.join(release.folder, name), 'utf8')
    for (const name of ['.next/required-server-files.json', 'package.json', 'sbom.cdx.json'])
      expect(read(name), name).not.toContain(projectRoot)
    expect(JSON.parse(read('.next/server/preview-props.json'))).toEqual({
      previewModeId: false,
      previewModeSigningKey: false,
      previewModeEncryptionKey: false,
    })
    expect(JSON.parse(read('.next/server/server-reference-manifest.json')).encryptionKey).toBe(false)
    expect(JSON.parse(read('.next/prerender-manifest.json')).preview.previewModeId).toBe(false)
    const { serialNumber, metadata, components } = JSON.parse(read('sbom.cdx.json'))
    expect([serialNumber, metadata.timestamp]).toEqual([undefined, undefined])
    const names = components.map((component: { name: string }) => component.name)
    const { dependencies } = JSON.parse(read('package.json'))
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
    for (const name of ['jest', 'typescript']) expect(names).not.toContain(name)
  })

  test('does not replace a folder with data', async ({ release }) => {
    const failed = await buildRelease(release.workFolder).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('which is not part of a release'),
    })
    expect(existsSync(release.workFolder)).toBe(true)
  })
})
