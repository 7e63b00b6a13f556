import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, Socket, type Server } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { startMailServer, type MailServer } from '#testing/mail-server.ts'
import { ATTEMPT_TIMEOUT_MS } from './delivery.ts'
import { isPermanent, send } from './smtp.ts'

const mail = { from: 'a@halyard.test', to: 'b@halyard.test', subject: 'One', text: 'Two' }
const timeout = () => AbortSignal.timeout(240_000)

describe('an SMTP server', () => {
  let mails: MailServer | undefined
  let plain: Server | undefined
  afterEach(async () => {
    await mails?.close()
    plain?.close()
    mails = plain = undefined
  })

  it('is disconnected when the signal aborts, even while it keeps sending', async () => {
    const closed = Promise.withResolvers<void>()
    const abort = new AbortController()
    plain = createServer((socket: Socket) => {
      let lines = 0
      const talk = setInterval(() => {
        socket.write('220-still greeting\r\n')
        if ((lines += 1) === 10) abort.abort()
      }, 10)
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(talk)
        closed.resolve()
      })
    }).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const address = plain.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const sending = send(`smtp://127.0.0.1:${port}?greetingTimeout=600000`, mail, abort.signal)
    await expect(sending).rejects.toMatchObject({ message: expect.stringContaining('abort') })
    // A closed connection cannot deliver the e-mail later.
    await closed.promise
  })

  it('may accept an e-mail as late as an attempt allows', async () => {
    let client: Socket | undefined
    const noteSocket = (message: unknown) => {
      const socket: unknown = Reflect.get(Object(message), 'socket')
      if (socket instanceof Socket) client = socket
    }
    let silenceAllowed: number | undefined
    mails = await startMailServer({
      onData: (stream, _session, accept) =>
        stream.resume().on('end', () => {
          silenceAllowed = client?.timeout
          accept()
        }),
    })
    subscribe('net.client.socket', noteSocket)
    await send(mails.url, mail, timeout()).finally(() => unsubscribe('net.client.socket', noteSocket))
    expect(silenceAllowed).toBeGreaterThan(ATTEMPT_TIMEOUT_MS)
  })

  it('gets TLS and credentials from its URL', async () => {
    const logins: unknown[] = []
    mails = await startMailServer({
      secure: true,
      // Silences the warning about the built-in certificate.
      logger: false,
      disabledCommands: [],
      onAuth: ({ username, password }, _session, response) => {
        logins.push([username, password])
        response(password === 'p@ss' ? null : new Error('Wrong password'), { user: username })
      },
    })
    const url = (password: string, query: string) =>
      `smtps://crew:${encodeURIComponent(password)}@127.0.0.1:${mails?.port}${query}`
    const trusting = '?tls.rejectUnauthorized=false'
    await expect(send(url('p@ss', ''), mail, timeout())).rejects.toMatchObject({ code: 'ESOCKET' })
    expect(logins).toEqual([])
    await send(url('p@ss', trusting), mail, timeout())
    expect(logins).toEqual([['crew', 'p@ss']])
    expect(mails.emails).toHaveLength(1)
    const rejected: unknown = await send(url('no', trusting), mail, timeout()).catch(
      (error: unknown) => error,
    )
    expect(rejected).toMatchObject({ code: 'EAUTH', responseCode: 535 })
    expect(isPermanent(rejected)).toBe(false)
  })

  it('gets no retry after a permanent error', async () => {
    mails = await startMailServer({
      onData: (stream, _session, response) =>
        stream.resume().on('end', () => response(Object.assign(new Error('Spam'), { responseCode: 554 }))),
    })
    for (const rejected of [mail, { ...mail, to: '' }]) {
      const error: unknown = await send(mails.url, rejected, timeout()).catch((reason: unknown) => reason)
      expect(isPermanent(error)).toBe(true)
    }
  })

  it('gets no local files', async () => {
    mails = await startMailServer()
    const sending = send(mails.url, { ...mail, text: { path: '/etc/hostname' } }, timeout())
    await expect(sending).rejects.toMatchObject({ message: expect.stringContaining('File access') })
  })
})
