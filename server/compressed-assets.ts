import { globSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedEncodings } from './page-cache/entry.ts'

const types = new Map([
  ['js', 'application/javascript; charset=UTF-8'],
  ['css', 'text/css; charset=UTF-8'],
])

const compressed = new Set(
  globSync('.next/static/**/*.br').map((file) => file.replaceAll('\\', '/').replace('.next/', '/_next/')),
)

/** Lets Next send the file that the build has compressed, which is smaller than what it compresses itself. */
export function preferCompressedAsset(request: IncomingMessage, response: ServerResponse) {
  const { url = '', headers } = request
  const type = types.get(url.slice(url.lastIndexOf('.') + 1))
  if (!type || !compressed.has(`${url}.br`)) return
  response.setHeader('vary', 'Accept-Encoding')
  if (!acceptedEncodings(headers['accept-encoding'] ?? '').includes('br')) return
  request.url = `${url}.br`
  response.setHeader('content-type', type)
  response.setHeader('content-encoding', 'br')
}
