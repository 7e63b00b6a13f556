import { expect, test, unique } from '../support/fixtures.ts'
import { visit } from '../support/visit.ts'

test('a post is served as Markdown, and updated together with its page', async ({
  page,
  request,
  staff,
  site,
}) => {
  const title = unique('Markdown: "quoted"')
  const post = await staff.create({ title, content: 'Some *text*.', tags: ['Rope'], excerpt: 'Short.' })
  const path = `/blog/${post.slug}.md`
  const response = await request.get(path)
  expect(response.status()).toBe(200)
  const { etag = '', ...headers } = response.headers()
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(headers['link']).toBe(`<${site.url}/blog/${post.slug}>; rel="canonical"`)
  expect(headers['cache-control']).toContain('public')
  const text = await response.text()
  expect(text).toMatch(/^---\n[\s\S]+\n---\n\nSome \*text\*\.\n$/)
  for (const line of [
    `title: ${JSON.stringify(title)}`,
    'tags: ["Rope"]',
    'description: "Short."',
    `canonical: "${site.url}/blog/${post.slug}"`,
  ])
    expect(text.split('\n')).toContain(line)
  const again = await request.get(path, { headers: { 'if-none-match': etag } })
  expect([again.status(), await again.text()]).toEqual([304, ''])
  const head = await request.head(path)
  expect([head.status(), head.headers()['etag'], await head.text()]).toEqual([200, etag, ''])

  await staff.update(post.id, { content: 'Other text.' })
  const changed = await request.get(path, { headers: { 'if-none-match': etag } })
  expect(changed.status()).toBe(200)
  expect(await changed.text()).toContain('Other text.')

  // The view is counted before the post goes offline.
  const counted = page.waitForResponse(/\/views$/)
  await visit(page, `/blog/${post.slug}`)
  const alternate = page.locator('link[rel="alternate"][type="text/markdown"]')
  await expect(alternate).toHaveAttribute('href', `${site.url}${path}`)
  await counted

  await staff.update(post.id, { published: false })
  expect((await request.get(path)).status()).toBe(404)
})

test(
  'former slugs redirect to the Markdown, and drafts and other suffixes are a 404',
  { tag: '@once' },
  async ({ request, staff, site }) => {
    const post = await staff.create({ title: unique('Moved') })
    const draft = await staff.create({ title: unique('Draft'), published: false })
    const slug = `${post.slug}-now`
    const headers = { authorization: `Bearer ${staff.token}` }
    const data = { slug }
    expect((await request.put(`/api/blogs/${post.id}`, { headers, data })).status()).toBe(200)
    const moved = await request.get(`/blog/${post.slug}.md`, { maxRedirects: 0 })
    expect([moved.status(), moved.headers()['location']]).toEqual([308, `${site.url}/blog/${slug}.md`])
    const missing = [`${draft.slug}.md`, `${slug}.txt`, `${slug}.md.md`, 'none-such.md', '.md']
    for (const name of missing) {
      const response = await request.get(`/blog/${name}`, { maxRedirects: 0 })
      expect([name, response.status()]).toEqual([name, 404])
    }
  },
)

test('llms.txt lists the newest posts as Markdown', { tag: '@once' }, async ({ request, staff, site }) => {
  const title = unique('For machines')
  const { slug } = await staff.create({ title, excerpt: 'What it is.' })
  const response = await request.get('/llms.txt')
  const { etag = '', ...headers } = response.headers()
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toMatch(/^# .+\n\n> .+\n\n/)
  expect(text).toContain(`- [${title}](${site.url}/blog/${slug}.md): What it is.`)
  expect(text.match(/\/blog\/[\w-]+\.md\)/g)?.length).toBeLessThanOrEqual(100)
  expect(text).toContain(`](${site.url}/work/`)
  expect((await request.get('/llms.txt', { headers: { 'if-none-match': etag } })).status()).toBe(304)
  await staff.create({ title: unique('Newer') })
  expect((await request.get('/llms.txt', { headers: { 'if-none-match': etag } })).status()).toBe(200)
})
