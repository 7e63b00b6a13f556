/** usage: bare-server.ts FILE [CONTENT-ENCODING] — the fastest that node:http can send these bytes. Prints its port. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file = '', encoding] = process.argv.slice(2)
const body = readFileSync(file)
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-length': body.length,
  ...(encoding && { 'content-encoding': encoding }),
}

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(0, () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
