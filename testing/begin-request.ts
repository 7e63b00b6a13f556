import { once } from 'node:events'
import { connect } from 'node:net'

/** Connects and sends the beginning of a GET request. The returned function sends the rest and resolves with the whole response. */
export async function beginRequest(url: string, path: string) {
  const { host, hostname, port } = new URL(url)
  let received = ''
  const socket = connect(Number(port), hostname)
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`)
  return async () => {
    socket.write('\r\n')
    await closed
    return received
  }
}
