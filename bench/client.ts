// usage: client.ts URL SECONDS CONNECTIONS [NAME=VALUE…] — requests the URL as fast as it can and prints figures as JSON.
// Bodies are only counted: decoding them would cost more than serving them. Fails unless every status is a 2xx.
import { connect } from 'node:net'

const [target = '', seconds = '', connections = '', ...headers] = process.argv.slice(2)
const url = new URL(target)
const lines = headers.map((header) => header.replace('=', ': '))
const request = [`GET ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, ...lines, '', ''].join(
  '\r\n',
)
const CHUNKED_END = Buffer.from('0\r\n\r\n')
const IDLE_MS = 10_000
const endsAt = performance.now() + Number(seconds) * 1000
const times: number[] = []

/** Returns whether a chunk completes the response: by its length, or by the last chunk of an unknown length. */
function bodyReader(head: string): (chunk: Buffer) => boolean {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) {
    let tail = Buffer.alloc(0)
    return (chunk) => {
      tail = Buffer.concat([tail, chunk.subarray(-CHUNKED_END.length)]).subarray(-CHUNKED_END.length)
      return tail.equals(CHUNKED_END)
    }
  }
  let missing = Number(length)
  return (chunk) => (missing -= chunk.length) === 0
}

/** Returns the rate until the last response, which ends after the window. */
async function connection(): Promise<number> {
  const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true })
  socket.setTimeout(IDLE_MS, () => socket.destroy(new Error(`${target}: no data for ${IDLE_MS} ms`)))
  const connectedAt = performance.now()
  let startedAt = connectedAt
  let responses = 0
  let completes: ((chunk: Buffer) => boolean) | undefined
  socket.write(request)
  for await (const data of socket) {
    let chunk: Buffer = data
    if (!completes) {
      const headEnd = chunk.indexOf('\r\n\r\n')
      const head = chunk.toString('latin1', 0, headEnd)
      if (headEnd === -1 || !head.startsWith('HTTP/1.1 2')) throw new Error(`${target}: ${head}`)
      completes = bodyReader(head)
      chunk = chunk.subarray(headEnd + 4)
    }
    if (!completes(chunk)) continue
    const now = performance.now()
    times.push(now - startedAt)
    responses += 1
    if (now > endsAt) {
      socket.destroy()
      return (responses * 1000) / (now - connectedAt)
    }
    completes = undefined
    startedAt = now
    socket.write(request)
  }
  throw new Error(`${target}: the connection was closed after ${responses} responses`)
}

const rates = await Promise.all(Array.from({ length: Number(connections) }, connection))
const perSecond = rates.reduce((sum, rate) => sum + rate, 0)
const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]
console.log(JSON.stringify({ perSecond, total: times.length, p99 }))
