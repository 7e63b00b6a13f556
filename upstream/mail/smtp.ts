import { connect } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import SMTPTransport from 'nodemailer/lib/smtp-transport/index.js'

const PATIENCE_MS = 10_000

/**
 * Hands one e-mail to the server at `url`. The signal cuts the connection, so that when this has ended, well or not,
 * nothing of it goes on; the server's silence is cut sooner.
 */
export async function send(url: string, mail: SendMailOptions, signal: AbortSignal): Promise<void> {
  // Made here, because `createTransport` forgets every other option beside an address.
  const transport = new SMTPTransport({
    url,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    getSocket: ({ host = 'localhost', secure, port = secure ? 465 : 587 }, callback) => {
      const socket = connect({ host, port, signal, timeout: PATIENCE_MS })
      const fail = (error: Error) => callback(error, undefined)
      socket.once('error', fail)
      socket.once('timeout', () => socket.destroy(new Error('The server cannot be reached in time.')))
      socket.once('connect', () => {
        socket.off('error', fail).setTimeout(0)
        callback(null, { connection: socket })
      })
    },
  })
  // What an e-mail is made of is text of ours and of visitors, never a file or an address.
  await createTransport(transport).sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
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
