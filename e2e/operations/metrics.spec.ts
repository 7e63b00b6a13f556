import { accountEnv, METRICS_TOKEN } from '../support/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { startCollector } from '../support/trace-collector.ts'
import { startServer } from '../support/server-process.ts'

test.describe('monitoring', { tag: '@once' }, () => {
  test('metrics require their token', async ({ playwright }) => {
    const site = await startServer({
      entry: '.next/site/start.mjs',
      portVariable: 'PORT',
      env: { ...accountEnv, METRICS_TOKEN },
    })
    const client = await playwright.request.newContext({ baseURL: site.url })
    const read = async (token: string) => {
      const response = await client.get('/api/metrics', { headers: { authorization: `Bearer ${token}` } })
      return { status: response.status(), text: await response.text() }
    }
    // The second request of a page is a hit, also while the server still renders its first pages.
    const pages = ['/about', '/about', '/blog', '/blog/no-such-article', '/blog/made-up-2']
    for (const path of [...pages, '/api/blogs', '/made-up-1']) await client.get(path, { maxRedirects: 0 })
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
    expect(text).toMatch(/page_cache_total\{result="miss"\} [1-9]/)
    expect(text).toMatch(/page_cache_total\{result="hit"\} [1-9]/)
    expect(text).toMatch(/page_cache_total\{result="render"\} [1-9]/)
    expect(text).toMatch(/page_cache_bytes [1-9]/)
    expect(text).toMatch(/change_lag_seconds_count 0/)
    expect(text).toMatch(/changes_read_age_seconds [\d.]+/)
    expect(text).toMatch(/build_info\{version="[\d.]+",build="\w+",node="v\d+[.\d]+"\} 1/)
    expect(text).not.toContain('made-up')
    await client.dispose()
    await site.stop()
  })

  test('an upstream that is served alone has its own metrics', async () => {
    const upstream = await startServer({
      entry: 'server/upstream.ts',
      portVariable: 'UPSTREAM_PORT',
      env: { ...accountEnv, METRICS_TOKEN },
    })
    const read = (token: string) =>
      fetch(`${upstream.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect((await read('the-token-of-another')).status).toBe(401)
    expect(await (await read(METRICS_TOKEN)).text()).toContain('outbox_emails{status="failed"} 0')
    await upstream.stop()
  })

  test('metrics are a 404 without a configured token', async ({ request }) => {
    const response = await request.get('/api/metrics', { headers: { authorization: 'Bearer undefined' } })
    expect(response.status()).toBe(404)
  })

  test('traces follow a request through both servers and are complete after shutdown', async () => {
    const collector = await startCollector()
    const env = { ...accountEnv, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    const api = await startServer({ entry: 'server/upstream.ts', portVariable: 'UPSTREAM_PORT', env })
    const site = await startServer({
      entry: '.next/site/start.mjs',
      portVariable: 'PORT',
      env: { ...env, UPSTREAM_URL: api.url },
    })
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'traced-request' }
    for (const path of ['/blog?search=secret-search', '/blog/no-such-article'])
      await fetch(site.url + path, { headers })
    await fetch(`${site.url}/newsletter/confirm?token=secret-token`, { headers })
    await fetch(`${site.url}/newsletter/confirm?token=secret-token`, { headers: { rsc: '1', ...headers } })
    // A shutdown waits two seconds for the last export, and the first one of a process may take longer.
    await expect.poll(() => new Set(collector.spans().map(({ service }) => service)).size).toBe(2)
    for (const path of ['/about', '/about']) await fetch(site.url + path, { headers })
    // Spans are sent every five seconds, or at shutdown.
    await site.stop()
    await api.stop()
    collector.close()

    const secret = collector.received.filter((body) => body.includes('secret'))
    expect(secret, 'spans that contain a query').toEqual([])
    const spans = collector.spans().filter((span) => span.traceId === traceId)
    const summary = spans.map(({ service, name, attributes }) => [
      service,
      name,
      attributes['http.response.status_code'] ?? attributes['page_cache.result'],
    ])
    expect(summary).toContainEqual(['halyard', 'GET /blog', 200])
    expect(summary).toContainEqual(['halyard', 'GET /blog/{slug}', 404])
    expect(summary).toContainEqual(['halyard', 'page cache', 'miss'])
    expect(summary).toContainEqual(['halyard', 'upstream listPosts', 200])
    expect(summary).toContainEqual(['halyard-upstream', 'GET /api/blogs', 200])
    for (const name of ['render', 'sql']) expect(summary.map(([, each]) => each)).toContain(name)
    expect(new Set(spans.map(({ attributes }) => attributes['request.id']))).toEqual(
      new Set(['traced-request']),
    )
    const parents = new Set(['b7ad6b7169203331', ...spans.map(({ spanId }) => spanId)])
    expect(spans.filter(({ parentSpanId }) => !parents.has(parentSpanId))).toEqual([])
    const hits = spans.filter(({ attributes }) => attributes['page_cache.result'] === 'hit')
    expect(hits.map(({ attributes }) => attributes['url.path'])).toContain('/about')
  })
})
