import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

interface ReceivedEmail {
  sender: string
  recipients: string[]
  /** Values by lowercase name; repeated headers have several. */
  headers: Record<string, string[]>
  text: string
}

type Behavior =
  | 'accepts'
  | 'fails temporarily'
  | 'rejects'
  | 'rejects the sender'
  | 'rejects relaying'
  | 'stalls'
  | 'disconnects'
  | 'disconnects after accepting'

const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

function plainText(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function parseEmail(raw: string, { envelope }: SMTPServerSession): ReceivedEmail {
  const end = raw.indexOf('\r\n\r\n')
  const headers: Record<string, string[]> = {}
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    ;(headers[name.toLowerCase()] ??= []).push(value.join(': '))
  }
  return {
    sender: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map(({ address }) => address),
    headers,
    text: plainText(raw.slice(end + 4), headers['content-transfer-encoding']?.[0] ?? '7bit').replace(
      /\r\n/g,
      '\n',
    ),
  }
}

/** A real SMTP server that stores accepted mail and fails on demand. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const emails: ReceivedEmail[] = []
  const sockets = new Set<Socket>()
  let behavior: Behavior = 'accepts'
  let rejectedRecipients: string[] = []
  let connections = 0
  const disconnectAll = () => sockets.forEach((socket) => socket.destroy())

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // A stalling server never sends its greeting.
    onConnect: (_session, greet) => {
      connections += 1
      if (behavior !== 'stalls') greet()
    },
    onMailFrom: (_address, _session, callback) =>
      callback(behavior === 'rejects the sender' ? smtpError(553, 'Sender not allowed') : null),
    onRcptTo: ({ address }, _session, callback) => {
      if (behavior === 'fails temporarily') return callback(smtpError(451, 'Try again later'))
      if (behavior === 'rejects relaying') return callback(smtpError(554, '5.7.1 Relay access denied'))
      if (behavior === 'rejects' || rejectedRecipients.includes(address))
        return callback(smtpError(550, `No such mailbox: ${address}`))
      callback()
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      if (behavior === 'disconnects') disconnectAll()
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        emails.push(parseEmail(Buffer.concat(chunks).toString(), session))
        if (behavior === 'disconnects after accepting') disconnectAll()
        else callback()
      })
    },
    ...options,
  })
  // Interrupted connections are part of the tests.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')

  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    emails,
    connections: () => connections,
    /** Resolves when all clients that are connected now have disconnected. */
    untilDisconnected: () => Promise.all([...sockets].map((socket) => once(socket, 'close'))),
    setBehavior: (next: Behavior, ...recipients: string[]) => {
      behavior = next
      rejectedRecipients = recipients
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
        disconnectAll()
      }),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
