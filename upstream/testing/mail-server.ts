import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

export interface ReceivedLetter {
  sender: string
  recipients: string[]
  /** By name in lower case; of one that stands there twice both. */
  headers: Record<string, string[]>
  text: string
}

/** How the server treats whoever comes next. */
export type Behaviour =
  | 'accepts'
  | 'fails for now'
  | 'refuses'
  | 'refuses the sender'
  | 'stalls'
  | 'breaks off'
  | 'breaks off after taking'

const says = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

function plainText(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function read(raw: string, { envelope }: SMTPServerSession): ReceivedLetter {
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

/** A real SMTP server that keeps what it takes, and fails on demand. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const letters: ReceivedLetter[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'accepts'
  let refused: string[] = []
  let calls = 0
  const breakOff = () => sockets.forEach((socket) => socket.destroy())

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Who it greets is decided here; a stalling one never calls back.
    onConnect: (_session, greet) => {
      calls += 1
      if (behaviour !== 'stalls') greet()
    },
    onMailFrom: (_address, _session, answer) =>
      answer(behaviour === 'refuses the sender' ? says(553, 'Sender not allowed') : null),
    onRcptTo: ({ address }, _session, answer) => {
      if (behaviour === 'fails for now') return answer(says(451, 'Try again later'))
      if (behaviour === 'refuses' || refused.includes(address))
        return answer(says(550, `No such mailbox: ${address}`))
      answer()
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      if (behaviour === 'breaks off') breakOff()
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        letters.push(read(Buffer.concat(chunks).toString(), session))
        if (behaviour === 'breaks off after taking') breakOff()
        else answer()
      })
    },
    ...options,
  })
  // Clients that break off are what it is for.
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
    letters,
    calls: () => calls,
    behave: (next: Behaviour, ...refusing: string[]) => {
      behaviour = next
      refused = refusing
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
        breakOff()
      }),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
