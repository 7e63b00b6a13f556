import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { afterAll } from '@jest/globals'
import pino from 'pino'
import sharp from 'sharp'
import * as z from 'zod'
import type { Role } from '#contract/roles.ts'
import { createAccountRow } from '../accounts/create.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { commandLine, recordActivity } from '../activity/record.ts'
import { openUpstream, type Upstream, type UpstreamConfig } from '../app.ts'
import { openDatabase, type Db, type OpenDatabase } from '../db/open.ts'
import { withWriteLock } from '../db/write-lock.ts'
import { emptyDatabase } from '#testing/postgres-server.ts'
import { toObject } from '../users/change.ts'
import { admin, copyPrepared, newDataDir } from './prepared.ts'

export const databases = ['sqlite', 'postgres'] as const
export type DatabaseName = (typeof databases)[number]

export { admin } from './prepared.ts'

interface CallOptions {
  json?: unknown
  form?: FormData
  body?: string | Uint8Array<ArrayBuffer>
  token?: string
  address?: string
  headers?: Record<string, string>
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  json: Json
}
type Json = ReturnType<typeof JSON.parse>

const running = new Set<Pick<Upstream, 'close'>>()

/** A failed test may leave its upstream open, whose timers would keep the process running. */
afterAll(async () => {
  for (const upstream of running) await upstream.close()
  running.clear()
})

const testServer = () =>
  z.string('TEST_POSTGRES_URL: the test server is not running').parse(process.env['TEST_POSTGRES_URL'])

const defaults = {
  admin,
  demoContent: false,
  siteUrl: 'https://site.example',
  figuresPauseMs: 10,
  // Tests are slower on a loaded machine.
  waitMs: 120_000,
  logger: pino({ level: 'silent' }),
}

export async function emptyConfig(database: DatabaseName): Promise<UpstreamConfig> {
  return {
    ...defaults,
    dataDir: await newDataDir(),
    databaseUrl: database === 'postgres' ? await emptyDatabase(testServer()) : undefined,
  }
}

/** A migrated database with the account of `admin`. */
export const preparedConfig = async (database: DatabaseName): Promise<UpstreamConfig> => ({
  ...defaults,
  ...(await copyPrepared(database === 'postgres')),
})

/** What a start does on an empty database; the rest is the same on one that has been prepared. */
const startsEmpty = (changes: Partial<UpstreamConfig>) =>
  ['admin', 'demoContent', 'dataDir', 'databaseUrl'].some((name) => name in changes)

let passwordHash: Promise<string> | undefined

/** Does not rate the password, as `createAccount` does, because that loads dictionaries for most of a second. */
async function addAccount(db: Db, email: string, role: Role) {
  passwordHash ??= hashPassword(admin.password)
  const account = { email, name: role, role, password_hash: await passwordHash }
  await withWriteLock(db, async (trx) => {
    const object = toObject(await createAccountRow(trx, account, 'author of this name'))
    const changes = { role: { from: null, to: role } }
    await recordActivity(trx, commandLine, { kind: 'user.created', object, changes })
  })
}

export async function startUpstream(database: DatabaseName, changes: Partial<UpstreamConfig> = {}) {
  const logs: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logs.push(String(chunk))
      done()
    },
  })
  const logger = pino({ level: 'warn' }, sink)
  const base = await (startsEmpty(changes) ? emptyConfig(database) : preparedConfig(database))
  const config: UpstreamConfig = { ...base, logger, ...changes }
  const upstream = await openUpstream(config)
  running.add(upstream)
  const opened: OpenDatabase[] = []

  async function call(method: string, path: string, options: CallOptions = {}): Promise<TestResponse> {
    const headers = new Headers(options.headers)
    if (options.json !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    if (options.token) headers.set('authorization', `Bearer ${options.token}`)
    if (options.address) headers.set('x-client-address', options.address)
    const body =
      options.form ?? options.body ?? (options.json === undefined ? null : JSON.stringify(options.json))
    const response = await upstream.fetch(new Request(`http://upstream${path}`, { method, headers, body }))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
  }

  return {
    config,
    call,
    fetch: upstream.fetch,
    changes: upstream.changes,
    poolCounts: upstream.poolCounts,
    logs,
    firstAccount: upstream.firstAccount,
    signIn: async (): Promise<string> =>
      (await call('POST', '/api/auth/login', { json: admin })).json.data.token,
    signInAs: async (role: Role): Promise<string> => {
      const database = openDatabase(config)
      opened.push(database)
      const email = `${role}-${randomUUID()}@example.com`
      await addAccount(database.db, email, role)
      const json = { email, password: admin.password }
      return (await call('POST', '/api/auth/login', { json, address: email })).json.data.token
    },
    tables: async () => {
      const database = openDatabase(config)
      opened.push(database)
      return database.db
    },
    /** Throws when `logs` has warnings or errors that the test did not expect. */
    stop: async () => {
      for (const { db } of opened) await db.destroy()
      await upstream.close()
      running.delete(upstream)
      await rm(config.dataDir, { recursive: true, force: true })
      if (logs.length > 0) throw new Error(`The upstream logged: ${logs.join('')}`)
    },
  }
}

export type TestUpstream = Awaited<ReturnType<typeof startUpstream>>

export function toFormData(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

export async function imageFile(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  width: number,
  height: number,
): Promise<File> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#c33' } })
  return new File([new Uint8Array(await picture.toFormat(format).toBuffer())], `picture.${format}`)
}
