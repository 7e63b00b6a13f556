import { request } from 'node:http'

interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends the path unchanged; fetch would normalize it. */
export function rawRequest(
  origin: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const framed = body === undefined || 'transfer-encoding' in headers || 'content-length' in headers
    // Node does not add Content-Length to a DELETE.
    const length = framed ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = { hostname, port, path, method, headers: { ...headers, ...length } }
    const outgoing = request(sent, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
