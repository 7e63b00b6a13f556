import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, networkNote, unique } from './fixtures.ts'
import { foreignPost, token, type Fault } from './faulty-upstream.ts'
import { test } from './own-upstream.ts'
import { projectRoot } from './server-process.ts'

const emptyText = 'No articles found. Try adjusting your search or filter criteria.'
const statusOf = async (address: string) => (await fetch(address)).status
const textOf = async (address: string) => (await fetch(address)).text()

test.describe('an upstream that fails', { tag: '@once' }, () => {
  const faults: Fault[] = ['reset', 'reset-midway', 'html', 'half-json', 'wrong-shape', 'error', 'redirect']

  test('makes pages a 500 and calls a 502, and none of it is kept', async ({ front, foreign }) => {
    for (const fault of faults) {
      const post = foreignPost({ title: unique(fault) })
      foreign.posts.splice(0, Infinity, post)
      const page = `${front.url}/blog/${post.slug}`
      const list = `${front.url}/blog?search=${encodeURIComponent(post.title)}`
      foreign.fail(fault)
      expect(await statusOf(page), `${fault}: article`).toBe(500)
      expect(await statusOf(list), `${fault}: list`).toBe(500)
      for (const call of ['/api/blogs', `/api/blogs/${post.slug}`]) {
        const answer = await fetch(front.url + call)
        expect(answer.status, `${fault}: ${call}`).toBe(502)
        expect(await answer.json(), fault).toEqual({
          error: expect.stringMatching(/^The service behind this site/),
        })
      }
      expect(await statusOf(`${front.url}/api/ready`), fault).toBe(503)
      expect(await statusOf(`${front.url}/api/health`), fault).toBe(200)

      foreign.fail(null)
      expect(await textOf(page), `${fault}: article, mended`).toContain('From far away.')
      expect(await textOf(list), `${fault}: list, mended`).toContain(post.title)
    }
  })

  test('is told from one that stalls, which is given eight seconds', async ({ front, foreign }) => {
    test.setTimeout(120_000)
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
      expect(call.seconds).toBeLessThan(16)
    }
    for (const page of [article, search]) {
      expect(page.status).toBe(500)
      expect(page.seconds).toBeLessThan(16)
    }
  })

  test('shows the view of a failed article, and a retry that works once it is back', async ({
    front,
    foreign,
    page,
    allowed,
  }) => {
    allowed.push(networkNote(500), /^answer: 500 /)
    const post = foreignPost({ title: unique('Back again') })
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

    foreign.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
  })

  test('shows an empty list, and a retry that works once it is back', async ({
    front,
    foreign,
    page,
    allowed,
  }) => {
    allowed.push(networkNote(500), /^answer: 500 /)
    const post = foreignPost({ title: unique('Listed again') })
    foreign.posts.push(post)
    foreign.fail('html')
    const response = await page.goto(`${front.url}/blog?page=1`)
    expect(response?.status()).toBe(500)
    expect(await response?.text()).toContain(emptyText)
    await expect(page.getByText(emptyText)).toBeVisible()
    foreign.fail(null)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: post.title })).toBeVisible()
  })

  test('with its tags alone does not take the list along', async ({ front, foreign }) => {
    const post = foreignPost({ title: unique('Unsorted'), tags: ['Rope'] })
    foreign.posts.push(post)
    foreign.fail('error', /tags|limit=1000/)
    for (const address of ['/blog', `/blog?search=${encodeURIComponent(post.title)}`]) {
      const answer = await fetch(front.url + address)
      expect(answer.status, address).toBe(200)
      expect(await answer.text(), address).toContain(post.title)
    }
    foreign.fail(null)
    await expect.poll(() => textOf(`${front.url}/blog`), 'the tags are back').toContain('/blog?tag=Rope')
  })

  test('with its related articles alone does not take the article along', async ({ front, foreign }) => {
    const post = foreignPost({ title: unique('Without kin') })
    foreign.posts.push(post)
    foreign.fail('error', /related|limit=4/)
    const answer = await fetch(`${front.url}/blog/${post.slug}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('Related articles')
  })

  test('says in the contact form what happened, and loses nothing', async ({
    front,
    foreign,
    page,
    allowed,
  }) => {
    allowed.push(networkNote(502))
    foreign.fail('reset')
    await page.goto(`${front.url}/contact`)
    const form = page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Full Name').fill('Ada Brandt')
    await form.getByLabel('Email Address').fill('ada@example.com')
    await form.getByLabel('Subject').fill('A ferry')
    await form.getByLabel('Message').fill('We need a booking system.')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await expect(form.getByLabel('Message')).toHaveValue('We need a booking system.')
    foreign.fail(null)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByRole('status')).toHaveText('Received.')
  })
})

test.describe('a page that was good', { tag: '@once' }, () => {
  test('stays while the upstream fails, however long that takes, and is renewed after it', async ({
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
        const answer = await fetch(address)
        expect(answer.status, `${90 * step} s later: ${address}`).toBe(200)
        expect(await answer.text()).toContain(post.title)
      }
    }

    foreign.fail(null)
    post.title = unique('Renewed')
    // A renewal that began before may yet end with what was there then; it, too, is kept for its minute only.
    const aMinuteLater = (address: string) => {
      front.signal('SIGUSR2')
      return textOf(address)
    }
    for (const address of addresses) await expect.poll(() => aMinuteLater(address)).toContain(post.title)
  })

  test('is gone when its article is, even while the upstream fails', async ({ front, foreign }) => {
    const post = foreignPost({ title: unique('Withdrawn') })
    foreign.posts.push(post)
    const address = `${front.url}/blog/${post.slug}`
    expect(await statusOf(address)).toBe(200)
    const form = new FormData()
    form.set('published', 'false')
    const update = await fetch(`${front.url}/api/blogs/${post.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(update.status).toBe(200)
    foreign.fail('error')
    expect(await statusOf(address)).toBe(500)
    expect(await textOf(`${front.url}/blog`)).not.toContain(post.title)
    foreign.fail(null)
    expect(await statusOf(address)).toBe(404)
  })

  test('follows a change that was made elsewhere, within its minute', async ({ front, foreign }) => {
    const post = foreignPost({ title: unique('Elsewhere') })
    foreign.posts.push(post)
    const address = `${front.url}/blog/${post.slug}`
    expect(await textOf(address)).toContain(post.title)
    post.published = false
    expect(await statusOf(address)).toBe(200)
    front.signal('SIGUSR2')
    await expect.poll(() => statusOf(address)).toBe(404)
    await expect.poll(() => textOf(`${front.url}/blog`)).not.toContain(post.title)
  })
})

test(
  'the view of a missing article stays what it is when it is renewed',
  { tag: '@once' },
  async ({ front }) => {
    for (let minute = 0; minute < 4; minute++) {
      for (let time = 0; time < 3; time++) {
        const answer = await fetch(`${front.url}/blog/never-written`)
        expect(answer.status).toBe(404)
        expect(await answer.text()).toContain('<title>Blog Post Not Found | Halyard</title>')
      }
      front.signal('SIGUSR2')
    }
  },
)

test('what is not there is not kept', async ({ request }) => {
  for (const path of [
    '/blog/never-written',
    '/blog?tag=never-used',
    '/blog?page=9999',
    '/og/blog/never-written',
  ])
    for (let time = 1; time <= 3; time++) {
      const answer = await request.get(path)
      expect(answer.status(), path).toBe(404)
      expect(answer.headers()['x-nextjs-cache'], `${path}, time ${time}`).not.toBe('HIT')
    }
})

test('addresses that are made up leave nothing behind', async ({ request }) => {
  const build = path.join(projectRoot, '.next')
  const files = async () => (await readdir(build, { recursive: true })).toSorted()
  const made = () => `made-up-${Math.random().toString(36).slice(2)}`
  const before = await files()
  await request.get('/blog')
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
  expect((await request.get('/blog')).headers()['x-nextjs-cache']).toBe('HIT')
})
