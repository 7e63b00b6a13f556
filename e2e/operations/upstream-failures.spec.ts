import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { foreignPost, token, type Failure } from '../support/failing-upstream.ts'
import { test } from '../support/failing-upstream-fixtures.ts'
import { projectRoot, startServer } from '../support/server-process.ts'
import { visit } from '../support/visit.ts'

const emptyText = 'No articles found. Try adjusting your search or filter criteria.'
const statusOf = async (address: string) => (await fetch(address)).status
const emailLink = (page: Page) => page.getByRole('link', { name: 'hello@halyard.example' })
const textOf = async (address: string) => (await fetch(address)).text()
const upstreamError = /\bApiError\b/

test.describe('an upstream that fails', { tag: '@once' }, () => {
  test.beforeEach(({ front }) => void front.allowedLog.push(upstreamError))

  const disconnected = /^The upstream does not respond \((ECONNRESET|UND_ERR_\w+)\)\.$/
  /** Each with what `/api/ready` says about it. */
  const failures = new Map<Failure, string | RegExp>([
    ['reset', disconnected],
    ['reset-midway', disconnected],
    ['html', 'The response of the upstream is not JSON.'],
    ['half-json', 'The response of the upstream is not JSON.'],
    ['wrong-shape', 'The upstream does not respond as expected.'],
    ['error', 'The upstream responded with 500.'],
    ['redirect', 'The upstream responded with 302.'],
  ])

  test('turns pages into 500, or 503 without a response, and calls into 502, which are not cached', async ({
    front,
    foreign,
  }) => {
    for (const [failure, reason] of failures) {
      const post = foreignPost({ title: unique(failure) })
      foreign.posts.splice(0, Infinity, post)
      const page = `${front.url}/blog/${post.slug}`
      const list = `${front.url}/blog?search=${encodeURIComponent(post.title)}`
      foreign.fail(failure)
      for (const address of [page, list]) {
        const { status, headers } = await fetch(address)
        const expected = failure === 'reset' ? [503, '30'] : [500, null]
        expect([status, headers.get('retry-after')], `${failure}: ${address}`).toEqual(expected)
      }
      expect(await textOf(`${front.url}/authors/ada`), `${failure}: author`).toContain(
        '<title>This page could not be loaded | Halyard</title>',
      )
      for (const call of ['/api/blogs', `/api/blogs/${post.slug}`]) {
        const response = await fetch(front.url + call)
        expect(response.status, `${failure}: ${call}`).toBe(502)
        expect(await response.json(), failure).toEqual({
          error: 'The server could not process the request. Please try again.',
        })
      }
      const ready = await fetch(`${front.url}/api/ready`)
      expect(ready.status, failure).toBe(503)
      expect(await ready.json(), failure).toEqual({
        status: 'unready',
        error: expect.stringMatching(reason),
      })
      expect(await statusOf(`${front.url}/api/health`), failure).toBe(200)

      foreign.fail(null)
      expect(await textOf(page), `${failure}: article, recovered`).toContain('From far away.')
      expect(await textOf(list), `${failure}: list, recovered`).toContain(post.title)
    }
    const lines = front.log().split('\n').slice(0, -1)
    expect(lines.length, 'errors in the log').toBeGreaterThan(failures.size)
    for (const line of lines) expect(line).toMatch(/^\{"level":/)
    for (const line of lines) JSON.parse(line)
  })

  test('is distinguished from one at another path, and from none', async ({ foreign }) => {
    const expectReason = async (upstream: string, reason: string) => {
      const site = { entry: '.next/site/start.mjs', portVariable: 'PORT', waitFor: '/api/health' } as const
      const server = await startServer({ ...site, env: { UPSTREAM_URL: upstream } })
      await expect
        .poll(async () => (await fetch(`${server.url}/api/ready`)).json())
        .toEqual({ status: 'unready', error: reason })
      await server.stop()
    }
    await expectReason(`${foreign.url}/other`, 'The upstream responded with 404.')
    const unused = `http://localhost:${await freePort()}`
    await expectReason(unused, 'The upstream does not respond (ECONNREFUSED).')
  })

  test('is distinguished from one that times out after eight seconds', async ({ front, foreign }) => {
    foreign.fail('stall')
    const body = JSON.stringify({
      name: 'Ada',
      email: 'ada@example.com',
      subject: 'Stalled',
      message: 'Are you there?',
    })
    const headers = { 'content-type': 'application/json' }
    const timed = async (address: string, init?: RequestInit) => {
      const started = Date.now()
      const { status } = await fetch(front.url + address, init)
      return { status, seconds: (Date.now() - started) / 1000 }
    }
    const [list, contact, article, search] = await Promise.all([
      timed('/api/blogs'),
      timed('/api/contact', { method: 'POST', headers, body }),
      timed('/blog/some-article'),
      timed('/blog?search=x'),
    ])
    for (const call of [list, contact]) {
      expect(call.status).toBe(504)
      expect(call.seconds).toBeGreaterThan(7.5)
    }
    for (const page of [article, search]) expect(page.status).toBe(503)
  })

  test('shows error views with a retry that works after recovery, and keeps the input of the contact form', async ({
    front,
    foreign,
    page,
    allowed,
  }) => {
    allowed.push(networkError(500), /^response: 500 /)
    allowed.push(networkError(502), /^response: 502 .*\/api\/contact$/)
    const listed = foreignPost({ title: unique('Listed again') })
    const post = foreignPost({ title: unique('Back again') })

    await test.step('a list', async () => {
      foreign.posts.push(listed)
      foreign.fail('html')
      const response = await page.goto(`${front.url}/blog?page=1`)
      expect(response?.status()).toBe(500)
      expect(await response?.text()).toContain(emptyText)
      await expect(page.getByText(emptyText)).toBeVisible()
      await expect(emailLink(page)).toHaveAttribute('href', 'mailto:hello@halyard.example')
      foreign.fail(null)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: listed.title })).toBeVisible()
    })

    await test.step('an article', async () => {
      foreign.posts.push(post)
      foreign.fail('error')
      const response = await page.goto(`${front.url}/blog/${post.slug}`)
      expect(response?.status()).toBe(500)
      expect(response?.headers()['cache-control']).not.toMatch(/s-maxage=[1-9]|max-age=[1-9]/)
      expect(await response?.text(), 'without script').toContain('Failed to load blog post')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load blog post')
      await expect(
        page.getByText("The blog post you're looking for doesn't exist or has been moved."),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blog')
      await expect(page.getByText('/srv/db.js')).toHaveCount(0)
      await expect(emailLink(page)).toHaveAttribute('href', 'mailto:hello@halyard.example')
      foreign.fail(null)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
    })

    await test.step('the contact form', async () => {
      foreign.fail('reset')
      await visit(page, `${front.url}/contact`)
      const form = page.getByRole('form', { name: 'Contact' })
      await form.getByLabel('Full Name').fill('Ada Brandt')
      await form.getByLabel('Email Address').fill('ada@example.com')
      await form.getByLabel('Subject').fill('A ferry')
      await form.getByLabel('Message').fill('We need a booking system.')
      await form.getByRole('button', { name: 'Send Message' }).click()
      await expect(form.getByRole('alert')).toHaveText(
        'Sorry, there was an error sending your message. Please try again.',
      )
      await expect(form.getByRole('link', { name: 'hello@halyard.example' })).toHaveAttribute(
        'href',
        'mailto:hello@halyard.example',
      )
      await expect(form.getByLabel('Message')).toHaveValue('We need a booking system.')
      foreign.fail(null)
      await form.getByRole('button', { name: 'Send Message' }).click()
      await expect(form.getByRole('status')).toHaveText('Received.')
    })
  })

  test('does not show when only tags, related articles or the first request of a page fail', async ({
    front,
    foreign,
  }) => {
    const post = foreignPost({ title: unique('Unsorted'), tags: ['Rope'] })
    foreign.posts.push(post)
    foreign.fail('error', /tags|limit=1000/)
    for (const address of ['/blog', `/blog?search=${encodeURIComponent(post.title)}`]) {
      const response = await fetch(front.url + address)
      expect(response.status, address).toBe(200)
      expect(await response.text(), address).toContain(post.title)
    }
    foreign.fail(null)
    await expect.poll(() => textOf(`${front.url}/blog`), 'the tags are back').toContain('/blog?tag=Rope')

    foreign.fail('error', /related|limit=4/)
    const response = await fetch(`${front.url}/blog/${post.slug}`)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('Related articles')

    const second = foreignPost({ title: unique('Second try') })
    foreign.posts.push(second)
    foreign.fail('reset', new RegExp(`^/api/blogs/${second.slug}$`), 1)
    expect(await textOf(`${front.url}/blog/${second.slug}`)).toContain('From far away.')
  })
})

test.describe('a cached page', { tag: '@once' }, () => {
  test.beforeEach(({ front }) => void front.allowedLog.push(upstreamError))

  test('is served stale while the upstream fails, and follows changes made here and elsewhere', async ({
    front,
    foreign,
  }) => {
    const post = foreignPost({ title: unique('Kept') })
    foreign.posts.push(post)
    const addresses = [`${front.url}/blog/${post.slug}`, `${front.url}/blog`]
    for (const address of addresses) expect(await statusOf(address)).toBe(200)

    foreign.fail('error')
    for (let step = 1; step <= 4; step++) {
      front.signal('SIGUSR2')
      for (const address of [...addresses, ...addresses]) {
        const response = await fetch(address)
        expect(response.status, `${90 * step} s later: ${address}`).toBe(200)
        expect(await response.text()).toContain(post.title)
      }
    }

    foreign.fail(null)
    post.title = unique('Renewed')
    // A renewal that began earlier may store the old content for one more minute.
    const aMinuteLater = (address: string) => {
      front.signal('SIGUSR2')
      return textOf(address)
    }
    for (const address of addresses) await expect.poll(() => aMinuteLater(address)).toContain(post.title)

    const withdrawn = foreignPost({ title: unique('Withdrawn') })
    foreign.posts.push(withdrawn)
    const address = `${front.url}/blog/${withdrawn.slug}`
    expect(await statusOf(address)).toBe(200)
    const form = new FormData()
    form.set('published', 'false')
    const update = await fetch(`${front.url}/api/blogs/${withdrawn.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(update.status).toBe(200)
    foreign.fail('error')
    expect(await statusOf(address)).toBe(500)
    expect(await textOf(`${front.url}/blog`)).not.toContain(withdrawn.title)
    foreign.fail(null)
    expect(await statusOf(address)).toBe(404)

    // Without a signal from the upstream, the pages are renewed after a minute.
    const [page = ''] = addresses
    expect(await textOf(page)).toContain(post.title)
    post.published = false
    expect(await statusOf(page)).toBe(200)
    front.signal('SIGUSR2')
    await expect.poll(() => statusOf(page)).toBe(404)
    await expect.poll(() => textOf(`${front.url}/blog`)).not.toContain(post.title)

    for (let minute = 0; minute < 4; minute++) {
      for (let time = 0; time < 3; time++) {
        const response = await fetch(`${front.url}/blog/never-written`)
        expect(response.status).toBe(404)
        expect(await response.text()).toContain('<title>Blog Post Not Found | Halyard</title>')
      }
      front.signal('SIGUSR2')
    }
  })
})

test('missing pages are not cached', async ({ request }) => {
  for (const path of [
    '/blog/never-written',
    '/blog?tag=never-used',
    '/blog?page=9999',
    '/og/blog/never-written',
  ])
    for (let time = 1; time <= 3; time++) {
      const response = await request.get(path)
      expect(response.status(), path).toBe(404)
      expect(response.headers()['cache-control'], `${path}, time ${time}`).toContain('no-store')
    }
})

test('made-up URLs do not take memory or disk space', { tag: '@once' }, async ({ request }) => {
  const build = path.join(projectRoot, '.next')
  const files = async () => (await readdir(build, { recursive: true })).toSorted()
  const made = () => `made-up-${Math.random().toString(36).slice(2)}`
  // Next stores the icons when a browser first asks for them, which may be that of another test.
  for (const icon of ['/icon.svg', '/favicon.ico', '/apple-icon.png'])
    expect((await request.get(icon)).status()).toBe(200)
  const before = await files()
  // The encoding is a suffix of the ETag.
  const versionOf = async () => /^"[\w-]{27}/.exec((await request.get('/blog')).headers()['etag'] ?? '')?.[0]
  const list = await versionOf()
  for (let round = 0; round < 15; round++)
    for (const address of [
      `/blog/${made()}`,
      `/blog?tag=${made()}`,
      `/blog?page=${1000 + round}`,
      `/blog?search=${made()}`,
      `/blog?${made()}=1`,
      `/og/blog/${made()}`,
      `/og/${made()}`,
      `/feeds/${made()}`,
      `/sitemaps/${made()}`,
      `/${made()}`,
      `/${made()}/${made()}`,
      `/about?${made()}`,
      `/api/media/${made()}.webp`,
    ])
      expect((await request.get(address, { maxRedirects: 0 })).status(), address).toBeLessThan(500)
  expect(await files()).toEqual(before)
  expect(list).toBeDefined()
  expect(await versionOf()).toBe(list)
})
