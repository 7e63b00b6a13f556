import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from '@jest/globals'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { isFinal, send } from './smtp.ts'

const mail = { from: 'a@halyard.test', to: 'b@halyard.test', subject: 'One', text: 'Two' }
const patient = () => AbortSignal.timeout(10_000)

describe('an SMTP server', () => {
  let mails: MailServer | undefined
  let plain: Server | undefined
  afterEach(async () => {
    await mails?.close()
    plain?.close()
    mails = plain = undefined
  })

  it('is given up when the time is over, even one that never stops talking', async () => {
    const closed = Promise.withResolvers<void>()
    plain = createServer((socket: Socket) => {
      const talk = setInterval(() => socket.write('220-still greeting\r\n'), 10)
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(talk)
        closed.resolve()
      })
    }).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const address = plain.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const started = Date.now()
    const sending = send(`smtp://127.0.0.1:${port}`, mail, AbortSignal.timeout(300))
    await expect(sending).rejects.toMatchObject({ message: expect.stringContaining('abort') })
    expect(Date.now() - started).toBeLessThan(2_000)
    // The connection is gone too, so that nothing is delivered afterwards.
    await closed.promise
  })

  it('is spoken to in secret, and with name and password, when its address says so', async () => {
    const logins: unknown[] = []
    mails = await startMailServer({
      secure: true,
      // Says that its certificate being known to all is no oversight.
      logger: false,
      disabledCommands: [],
      onAuth: ({ username, password }, _session, answer) => {
        logins.push([username, password])
        answer(password === 'p@ss' ? null : new Error('Wrong password'), { user: username })
      },
    })
    const url = (password: string, query: string) =>
      `smtps://crew:${encodeURIComponent(password)}@127.0.0.1:${mails?.port}${query}`
    const trusting = '?tls.rejectUnauthorized=false'
    await expect(send(url('p@ss', ''), mail, patient())).rejects.toMatchObject({ code: 'ESOCKET' })
    expect(logins).toEqual([])
    await send(url('p@ss', trusting), mail, patient())
    expect(logins).toEqual([['crew', 'p@ss']])
    expect(mails.letters).toHaveLength(1)
    const refused: unknown = await send(url('no', trusting), mail, patient()).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'EAUTH', responseCode: 535 })
    expect(isFinal(refused)).toBe(false)
  })

  it('is not asked again for what it refuses to carry, or what nobody could', async () => {
    mails = await startMailServer({
      onData: (stream, _session, answer) =>
        stream.resume().on('end', () => answer(Object.assign(new Error('Spam'), { responseCode: 554 }))),
    })
    for (const refused of [mail, { ...mail, to: '' }]) {
      const error: unknown = await send(mails.url, refused, patient()).catch((reason: unknown) => reason)
      expect(isFinal(error)).toBe(true)
    }
  })

  it('gets no file, whatever an e-mail names', async () => {
    mails = await startMailServer()
    const sending = send(mails.url, { ...mail, text: { path: '/etc/hostname' } }, patient())
    await expect(sending).rejects.toMatchObject({ message: expect.stringContaining('File access') })
  })
})
