import { once } from 'node:events'
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { accountEnv } from './account.ts'
import { expect, test } from './fixtures.ts'
import { startServer } from './server-process.ts'

const METRICS_TOKEN = 'the-token-of-the-metrics'

test.describe('what an operator watches', { tag: '@once' }, () => {
  test('metrics are for whoever has their token', async ({ playwright }) => {
    const site = await startServer({
      entry: 'server.ts',
      portVariable: 'PORT',
      env: { ...accountEnv, METRICS_TOKEN },
    })
    const client = await playwright.request.newContext({ baseURL: site.url })
    const read = async (token: string) => {
      const answer = await client.get('/api/metrics', { headers: { authorization: `Bearer ${token}` } })
      return { status: answer.status(), text: await answer.text() }
    }
    for (const path of ['/blog', '/blog/no-such-article', '/api/blogs', '/made-up-1', '/blog/made-up-2'])
      await client.get(path, { maxRedirects: 0 })
    expect((await client.get('/api/metrics')).status()).toBe(401)
    expect((await read('the-token-of-another')).status).toBe(401)
    const { status, text } = await read(METRICS_TOKEN)
    expect(status).toBe(200)
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/blog",status="200"\} 1/)
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/blog\/\{slug\}",status="404"\} 2/,
    )
    expect(text).toMatch(/upstream_call_duration_seconds_count\{call="listPosts",outcome="200"\} [1-9]/)
    expect(text).toContain('process_resident_memory_bytes')
    expect(text).toContain('outbox_emails{status="waiting"} 0')
    expect(text).not.toContain('made-up')
    await client.dispose()
    await site.stop()
  })

  test('an upstream that is served alone has metrics of its own', async () => {
    const upstream = await startServer({
      entry: 'upstream/serve.ts',
      portVariable: 'UPSTREAM_PORT',
      env: { ...accountEnv, METRICS_TOKEN },
    })
    const read = (token: string) =>
      fetch(`${upstream.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect((await read('the-token-of-another')).status).toBe(401)
    expect(await (await read(METRICS_TOKEN)).text()).toContain('outbox_emails{status="failed"} 0')
    await upstream.stop()
  })

  test('there are no metrics where no token is set', async ({ request }) => {
    const answer = await request.get('/api/metrics', { headers: { authorization: 'Bearer undefined' } })
    expect(answer.status()).toBe(404)
  })

  test('traces reach the collector that is named', async () => {
    const received: string[] = []
    const collector = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
      received.push(`${request.url} ${text}`)
      response.setHeader('content-type', 'application/json').end('{}')
    }).listen(0)
    await once(collector, 'listening')
    const address = collector.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const site = await startServer({
      entry: 'server.ts',
      portVariable: 'PORT',
      env: {
        ...accountEnv,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://localhost:${port}`,
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
    })
    await fetch(`${site.url}/blog`)
    await expect
      .poll(() => received.join('\n'))
      .toMatch(/^\/v1\/traces [^\n]*"service.name"[^\n]*"halyard"[^\n]*\/blog/m)
    await site.stop()
    collector.close()
  })
})
