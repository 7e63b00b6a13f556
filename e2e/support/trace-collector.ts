import { once } from 'node:events'
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { freePort } from '#testing/free-port.ts'

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              name: z.string(),
              attributes: attributesSchema,
            }),
          ),
        }),
      ),
    }),
  ),
})

export async function startCollector() {
  const received: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      received.push(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  const port = await freePort()
  server.listen(port)
  await once(server, 'listening')
  return {
    url: `http://localhost:${port}`,
    received,
    spans: () =>
      received
        .flatMap((body) => exportSchema.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans
            .flatMap(({ spans }) => spans)
            .map((span) => ({ service: resource.attributes['service.name'], ...span })),
        ),
    close: () => void server.close(),
  }
}
