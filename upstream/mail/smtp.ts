import { connect, type Socket } from 'node:net'
import type { SendMailOptions } from 'nodemailer'
import { siteRejection } from '#contract/system.ts'

const CONNECT_TIMEOUT_MS = 10_000

/** Only the greeting: a server that scans an e-mail before it accepts it may take as long as the caller's signal allows. */
function withGreetingTimeout(url: string): string {
  const server = new URL(url)
  if (!server.searchParams.has('greetingTimeout'))
    server.searchParams.set('greetingTimeout', String(CONNECT_TIMEOUT_MS))
  return server.href
}

interface Server {
  host?: string
  port?: number
  secure?: boolean
}
type Connected = (error: Error | null, socket?: { connection: Socket }) => void

/** The signal destroys the socket, so that an aborted e-mail is not delivered later. */
function openSocket({ host = 'localhost', secure, port = secure ? 465 : 587 }: Server, signal: AbortSignal) {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host, port, signal, timeout: CONNECT_TIMEOUT_MS })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('The connection timed out.')))
    socket.once('connect', () => {
      socket.off('error', reject).setTimeout(0).removeAllListeners('timeout')
      resolve(socket)
    })
  })
}

async function openTransport(url: string, signal: AbortSignal) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(withGreetingTimeout(url))
  Object.assign(transport.transporter, {
    getSocket: (server: Server, connected: Connected) =>
      openSocket(server, signal).then(
        (connection) => connected(null, { connection }),
        (error: Error) => connected(error),
      ),
  })
  return transport
}

export async function verify(url: string, signal: AbortSignal): Promise<void> {
  const transport = await openTransport(url, signal)
  await transport.verify()
}

export async function send(url: string, mail: SendMailOptions, signal: AbortSignal): Promise<void> {
  const transport = await openTransport(url, signal)
  // Visitors write parts of the e-mail, so it must not read files or URLs.
  await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
}

const readProperty = (error: unknown, name: string) =>
  typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined

/** Wrong credentials or senders, and a server that rejects this site, are configuration errors, so they are retried. */
export function isPermanent(error: unknown): boolean {
  const command = readProperty(error, 'command')
  const status = Number(readProperty(error, 'responseCode'))
  if (command === 'RCPT TO' && siteRejection.test(String(readProperty(error, 'response')))) return false
  if (command === 'RCPT TO' || command === 'DATA') return status >= 500
  return ['EENVELOPE', 'EMESSAGE'].includes(String(readProperty(error, 'code'))) && Number.isNaN(status)
}

export function formatReason(error: unknown): string {
  const code = readProperty(error, 'code')
  const message = error instanceof Error ? error.message : ''
  const text = message || String(code ?? error)
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, 500)
}

/** For logs: server messages may contain recipients' addresses. */
export const getErrorCode = (error: unknown) =>
  readProperty(error, 'responseCode') ?? readProperty(error, 'code') ?? 'unknown'
