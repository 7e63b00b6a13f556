import { connect, type Socket } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'

const PATIENCE_MS = 10_000

/** Silence is cut short, unless the address says how much of it is to be borne. */
function impatient(url: string): string {
  const address = new URL(url)
  for (const name of ['greetingTimeout', 'socketTimeout'])
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(PATIENCE_MS))
  return address.href
}

interface Server {
  host?: string
  port?: number
  secure?: boolean
}
type Connected = (error: Error | null, socket?: { connection: Socket }) => void

/** A socket that is closed by the signal, so that nothing goes on over it. */
function openSocket({ host = 'localhost', secure, port = secure ? 465 : 587 }: Server, signal: AbortSignal) {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host, port, signal, timeout: PATIENCE_MS })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('The server cannot be reached in time.')))
    socket.once('connect', () => {
      socket.off('error', reject).setTimeout(0).removeAllListeners('timeout')
      resolve(socket)
    })
  })
}

/** Hands one e-mail to the server at `url`; when this has ended, well or not, nothing of it goes on. */
export async function send(url: string, mail: SendMailOptions, signal: AbortSignal): Promise<void> {
  const transport = createTransport(impatient(url))
  Object.assign(transport.transporter, {
    getSocket: (server: Server, connected: Connected) =>
      openSocket(server, signal).then(
        (connection) => connected(null, { connection }),
        (error: Error) => connected(error),
      ),
  })
  // What an e-mail is made of is text of ours and of visitors, never a file or an address.
  await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
}

const saidBy = (error: unknown, name: string) =>
  typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined

/**
 * Refused for good is what the server refuses with 5xx for its recipient or its content. A wrong password or sender is
 * a 5xx too, but of our making: it is tried again, and goes out once it is mended.
 */
export function isFinal(error: unknown): boolean {
  const command = saidBy(error, 'command')
  const status = Number(saidBy(error, 'responseCode'))
  if (command === 'RCPT TO' || command === 'DATA') return status >= 500
  // What the client itself can neither address nor say.
  return ['EENVELOPE', 'EMESSAGE'].includes(String(saidBy(error, 'code'))) && Number.isNaN(status)
}

/** What a person is told, in words that every database can store. */
export function reasonOf(error: unknown): string {
  const code = saidBy(error, 'code')
  const words = error instanceof Error ? error.message : ''
  const text = words || String(code ?? error)
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, 500)
}

/** The same without the words of the server, which name recipients. */
export const codeOf = (error: unknown) => saidBy(error, 'responseCode') ?? saidBy(error, 'code') ?? 'unknown'
