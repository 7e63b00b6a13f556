import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import sharp from 'sharp'
import { z } from 'zod'
import { openUpstream, type UpstreamConfig } from '../app.ts'
import { openDatabase, type OpenDatabase } from '../db/open.ts'
import { emptyDatabase } from './postgres-server.ts'

export const databases = ['sqlite', 'postgres'] as const
export type DatabaseName = (typeof databases)[number]

export const admin = { email: 'admin@example.com', password: 'correct horse battery' }

interface Sending {
  json?: unknown
  form?: FormData
  body?: string | Uint8Array<ArrayBuffer>
  token?: string
  address?: string
  headers?: Record<string, string>
}

/** An answer read whole: tests look into its JSON by path, so what is not there shows as undefined. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  json: Json
}
type Json = ReturnType<typeof JSON.parse>

const testServer = () =>
  z.string('TEST_POSTGRES_URL: the test server is not running').parse(process.env['TEST_POSTGRES_URL'])

/** A folder and a database that nobody has used. */
export async function emptyConfig(database: DatabaseName): Promise<UpstreamConfig> {
  return {
    dataDir: await mkdtemp(join(tmpdir(), 'upstream-')),
    databaseUrl: database === 'postgres' ? await emptyDatabase(testServer()) : undefined,
    admin,
    demoContent: false,
    logger: pino({ level: 'silent' }),
  }
}

/** An upstream of a test's own: its folder, its database, and every line it logs as a fault. */
export async function startUpstream(database: DatabaseName, changes: Partial<UpstreamConfig> = {}) {
  const faults: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      faults.push(String(chunk))
      done()
    },
  })
  const logger = pino({ level: 'warn' }, sink)
  const config: UpstreamConfig = { ...(await emptyConfig(database)), logger, ...changes }
  const upstream = await openUpstream(config)
  const opened: OpenDatabase[] = []

  async function call(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const headers = new Headers(sending.headers)
    if (sending.json !== undefined && !headers.has('content-type'))
      headers.set('content-type', 'application/json')
    if (sending.token) headers.set('authorization', `Bearer ${sending.token}`)
    if (sending.address) headers.set('x-client-address', sending.address)
    const body =
      sending.form ?? sending.body ?? (sending.json === undefined ? null : JSON.stringify(sending.json))
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
    faults,
    firstAccount: upstream.firstAccount,
    signIn: async (): Promise<string> =>
      (await call('POST', '/api/auth/login', { json: admin })).json.data.token,
    /** The tables themselves, for what no call shows. */
    tables: async () => {
      const own = await openDatabase(config)
      opened.push(own)
      return own.db
    },
    /** Closes it and fails the test file when something was logged that the test did not take out of `faults`. */
    stop: async () => {
      for (const { db } of opened) await db.destroy()
      await upstream.close()
      await rm(config.dataDir, { recursive: true, force: true })
      if (faults.length > 0) throw new Error(`The upstream logged: ${faults.join('')}`)
    },
  }
}

export type TestUpstream = Awaited<ReturnType<typeof startUpstream>>

export function formOf(fields: Record<string, string | File>): FormData {
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
