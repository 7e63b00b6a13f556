import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { eventually } from '#testing/eventually.ts'
import { freePort } from '#testing/free-port.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'

const entry = join(import.meta.dirname, '..', '..', 'server', 'upstream.ts')
const message = {
  name: 'Ann',
  email: 'ann@example.org',
  subject: 'A project',
  message: 'We would like a site.',
}

describe.each(databases)('an upstream process killed on %s', (database) => {
  let mails: MailServer
  let up: TestUpstream
  let running: ChildProcessWithoutNullStreams | undefined

  beforeEach(async () => {
    mails = await startMailServer()
    up = await startUpstream(database)
  })
  afterEach(async () => {
    await kill()
    await up.stop()
    await mails.close()
  })

  async function kill() {
    if (running?.kill('SIGKILL')) await once(running, 'exit')
  }

  /** Starts a process on the test's database and returns its URL. */
  async function serve(): Promise<string> {
    const { dataDir, databaseUrl = '' } = up.config
    const child = spawn(process.execPath, [entry], {
      env: {
        NODE_ENV: 'test',
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        DEMO_CONTENT: 'false',
        LOG_LEVEL: 'fatal',
        SMTP_URL: mails.url,
        MAIL_TO: 'crew@halyard.test, desk@halyard.test',
        UPSTREAM_PORT: String(await freePort()),
      },
    })
    running = child
    const [said] = await once(child.stdout, 'data')
    return /http:\/\/\S+/.exec(String(said))?.[0] ?? ''
  }

  it('sends stored e-mails once after its restart', async () => {
    mails.setBehavior('stalls')
    const address = await serve()
    const response = await fetch(`${address}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    expect(response.status).toBe(201)
    await eventually('the first connection', () => mails.connections() > 0)
    await kill()
    expect(mails.emails).toEqual([])

    const db = await up.tables()
    const rows = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    // Skips the two minutes for which the killed process has claimed the first row.
    await db.updateTable('outbox').set({ due_at: Date.now() }).execute()
    mails.setBehavior('accepts')
    await serve()
    await eventually('both sent', async () => (await rows()).every(({ status }) => status === 'sent'))
    expect(mails.emails.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
      'crew@halyard.test',
      'desk@halyard.test',
    ])
  })
})
