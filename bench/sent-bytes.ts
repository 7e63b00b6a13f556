import { request } from 'node:http'

interface SentResponse {
  body: Buffer
  headers: string[]
}

/** The response as it is sent: fetch would decode the body. */
export function sentResponse(url: string, encoding: string): Promise<SentResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const sent = response.headers['content-encoding'] ?? 'identity'
        if (sent === encoding) resolve({ body: Buffer.concat(chunks), headers: response.rawHeaders })
        else reject(new Error(`${url} was requested as ${encoding} and sent as ${sent}`))
      })
    })
    outgoing.on('error', reject).end()
  })
}

export const sentBytes = async (url: string, encoding: string) => (await sentResponse(url, encoding)).body

/** Compression happens in the background, so the first responses of a page may not be compressed yet. */
export async function untilCompressed(url: string, encoding: string): Promise<Buffer> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const bytes = await sentBytes(url, encoding).catch(() => null)
    if (bytes) return bytes
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} was not sent as ${encoding}`)
}
