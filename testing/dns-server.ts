import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const NOT_FOUND = 3

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

function respond(query: Buffer, texts: Record<string, string>): Buffer {
  const { name, end } = readName(query)
  const text = texts[name]
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180 | (text === undefined ? NOT_FOUND : 0), 2)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  header.writeUInt32BE(0, 8)
  const question = query.subarray(HEADER_BYTES, end)
  if (text === undefined) return Buffer.concat([header, question])
  const data = Buffer.from(`${String.fromCharCode(text.length)}${text}`, 'latin1')
  const answer = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([header, question, answer, data])
}

/** A real DNS server for TXT records of up to 200 characters; every other name does not exist. */
export async function startDnsServer(texts: Record<string, string>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => socket.send(respond(query, texts), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() }
}
