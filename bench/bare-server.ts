/** usage: bare-server.ts URL ENCODING — sends the response of this URL as fast as node:http can. Prints its port. */
import { createServer } from 'node:http'
import { sentResponse } from './sent-bytes.ts'

const [url = '', encoding = 'identity'] = process.argv.slice(2)
const { body, headers: sent } = await sentResponse(url, encoding)
const addedByNode = ['date', 'connection', 'keep-alive']
const headers: string[] = []
for (let at = 0; at < sent.length; at += 2)
  if (!addedByNode.includes(sent[at]?.toLowerCase() ?? '')) headers.push(sent[at] ?? '', sent[at + 1] ?? '')

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(0, () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
