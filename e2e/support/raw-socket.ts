import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Sends raw bytes and resolves with everything received until the connection closed, or was silent for so long. */
export function rawSocket(url: string, bytes: string, timeoutMs = 120_000): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname)
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.on('close', () => resolve(received))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(timeoutMs, () => socket.destroy())
    socket.write(bytes, 'latin1')
  })
}

export const statusesOf = (received: string) =>
  [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))

/** Requests an upgrade and resolves with the response. The connection stays open after the server has ended its side. */
export async function requestUpgrade(url: string): Promise<{ socket: Socket; received: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  socket.write('GET / HTTP/1.1\r\nHost: site\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'end')
  socket.on('error', () => {})
  return { socket, received }
}
