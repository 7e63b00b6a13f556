import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { startPgBouncer } from '#testing/pgbouncer.ts'
import { startPostgres } from '#testing/postgres-server.ts'
import { accountEnv, METRICS_TOKEN } from '../support/session.ts'
import { test, untilChangesAreRead } from '../support/faults/cluster-fixtures.ts'
import { unique } from '../support/fixtures.ts'
import { startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const MAX_CONNECTIONS = 12
const CLIENTS = 60
/** Reads wait for 8 seconds, writes for 10. */
const WAIT_MS = 7_500

async function startNodes(env: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-pooled-'))
  const start = () =>
    startServer({
      entry: '.next/site/start.mjs',
      portVariable: 'PORT',
      dataDir,
      env: { ...accountEnv, DEMO_CONTENT: 'false', METRICS_TOKEN, ...env },
    })
  const [a, b] = await Promise.all([start(), start()])
  const stop = async () => {
    for (const node of [a, b]) await node.stop()
    await rm(dataDir, { recursive: true })
  }
  return { a, b, stop }
}

/** Each client writes and reads; the database has fewer connections than there are clients. */
async function refusedClients(urls: [string, string], token: string, measures: boolean) {
  const refused: string[] = []
  const send = async (url: string, init?: RequestInit) => {
    const began = performance.now()
    const { status } = await fetch(url, init)
    const ms = performance.now() - began
    // On a slow machine, requests may exceed their time limits.
    if (status >= 400 && (measures || ms < WAIT_MS))
      refused.push(`${status} ${url} after ${ms.toFixed(0)} ms`)
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const clients = Array.from({ length: measures ? CLIENTS : CLIENTS / 3 }, async (_, number) => {
    const url = urls[number % 2 === 0 ? 0 : 1]
    const body = JSON.stringify({ title: unique(`Client ${number}`), content: 'Text', published: true })
    await send(`${url}/api/blogs`, { method: 'POST', headers, body })
    for (const read of ['/api/blogs', `/api/blogs?search=client&page=${number}`, '/blog?search=client'])
      await send(url + read)
  })
  await Promise.all(clients)
  return refused
}

test.describe('two nodes with a database of few connections', { tag: ['@once', '@cluster'] }, () => {
  for (const pooled of [true, false])
    test(`make many clients wait ${pooled ? 'with PgBouncer in transaction mode' : 'without a pooler'}`, async ({
      measures,
    }) => {
      const postgres = await startPostgres(
        `-c max_connections=${MAX_CONNECTIONS} -c superuser_reserved_connections=0`,
      )
      const direct = await postgres.emptyDatabase()
      const pooler = pooled ? await startPgBouncer(direct, MAX_CONNECTIONS / 3) : undefined
      const { a, b, stop } = await startNodes(
        pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } : { DATABASE_URL: direct },
      )
      const token = await Staff.signIn(a.url)
      const staff = new Staff(a.url, token)
      expect(await (await fetch(`${b.url}/blog`)).text()).not.toContain('Through the pooler')
      const { title } = await staff.create({ title: unique('Through the pooler') })
      await untilChangesAreRead(b)
      expect(await (await fetch(`${b.url}/blog`)).text()).toContain(title)
      expect(await refusedClients([a.url, b.url], token, measures)).toEqual([])
      // Slow requests on a busy machine are logged.
      for (const node of measures ? [a, b] : []) expect(node.log()).toBe('')
      await stop()
      await pooler?.stop()
      await postgres.stop()
    })
})
