import type { BrowserContext, Page } from '@playwright/test'
import { expect, unique } from '../support/fixtures.ts'
import { foreignPost, token } from '../support/failing-upstream.ts'
import { test } from '../support/failing-upstream-fixtures.ts'
import { sessionOf } from '../support/forged-session.ts'
import { rawRequest } from '../support/raw-request.ts'
import { xssCorpus } from '#contract/testing/xss-corpus.ts'

function inGroups(attacks: string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(attacks.length / size) }, (_, at) =>
    attacks.slice(at * size, (at + 1) * size),
  )
}

/** NUL is rejected in stored text and searches. */
const storable = xssCorpus.filter((attack) => !attack.includes('\0'))

interface Watch {
  /** The numbers of attacks that ran. */
  ran: unknown[]
  /** Violations of the content security policy: attacks that it blocked. */
  blocked: unknown[]
}

async function watchFor(context: BrowserContext): Promise<Watch> {
  const watch: Watch = { ran: [], blocked: [] }
  await context.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => route.abort(),
  )
  await context.exposeFunction('__pwned', (number: unknown) => void watch.ran.push(number))
  await context.exposeFunction('__blocked', (what: unknown) => void watch.blocked.push(what))
  await context.addInitScript(() => {
    window.alert = window.print = () => void Reflect.apply(Reflect.get(window, '__pwned'), window, ['alert'])
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      // Blocked images are harmless, and zod probes once whether eval is allowed.
      if (!violatedDirective.startsWith('img') && blockedURI !== 'eval')
        Reflect.apply(Reflect.get(window, '__blocked'), window, [
          `${violatedDirective} ${blockedURI} ${sample}`,
        ])
    })
  })
  return watch
}

/** Triggers every event that a reader could trigger. */
const touchAll = (page: Page) =>
  page.evaluate(() => {
    addEventListener('click', (event) => event.preventDefault(), true)
    addEventListener('submit', (event) => event.preventDefault(), true)
    const roots = [
      document,
      ...Array.from(document.querySelectorAll('iframe'), (frame) => frame.contentDocument),
    ]
    for (const root of roots)
      for (const element of root?.body?.querySelectorAll('*') ?? [])
        for (const name of [
          'mouseover',
          'pointerover',
          'focus',
          'click',
          'toggle',
          'animationstart',
          'error',
        ])
          element.dispatchEvent(new Event(name))
  })

const everything = /^console|^uncaught|^failed|^response/

test.describe('script injection', { tag: '@once' }, () => {
  // Hundreds of documents, which take minutes on a busy machine.
  test.describe.configure({ timeout: 600_000 })

  test('does not run in a rendered article, even without a content security policy', async ({
    front,
    foreign,
    page,
    context,
    allowed,
  }) => {
    allowed.push(everything)
    const watch = await watchFor(context)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    foreign.posts.push(foreignPost({ title: 'Any' }))
    const render = async (content: string) => {
      const body = JSON.stringify({ content })
      const response = await fetch(`${front.url}/api/preview`, { method: 'POST', headers, body })
      expect(response.status, content).toBe(200)
      return String((await response.json()).html)
    }
    const rendered: string[] = []
    for (const group of inGroups(xssCorpus, 10)) {
      const together = await render(group.map((attack, at) => `${attack}\n\nEnd ${at}.`).join('\n\n'))
      // An attack that swallows the paragraph after it would hide the next one, too.
      const isSeparate = group.every((_, at) => new RegExp(`<p[^>]*>End ${at}\\.</p>`).test(together))
      rendered.push(...(isSeparate ? [together] : await Promise.all(group.map(render))))
    }
    const show = async (documents: string[]) => {
      await page.goto('about:blank')
      await page.evaluate((parts) => {
        document.body.replaceChildren(
          ...parts.map((html) => Object.assign(document.createElement('iframe'), { srcdoc: html })),
        )
        return Promise.all(
          Array.from(
            document.querySelectorAll('iframe'),
            (frame) => new Promise((done) => (frame.onload = done)),
          ),
        )
      }, documents)
      await touchAll(page)
    }
    // Unsanitized HTML does run there, so the check can fail.
    await show(['<img src=x onerror="parent.__pwned(-1)">', '<p onclick="__pwned(-2)">x</p>'])
    await expect.poll(() => new Set(watch.ran)).toEqual(new Set([-1, -2]))
    watch.ran.length = 0
    for (const documents of inGroups(rendered, 120)) await show(documents)
    expect(watch.ran).toEqual([])
  })

  test('does not run on any page that shows the text', async ({
    front,
    foreign,
    page,
    context,
    allowed,
    site: _,
  }) => {
    allowed.push(everything)
    const watch = await watchFor(context)
    // Blank lines keep attacks in one field separate.
    const groups = inGroups(xssCorpus, 60)
    const articles = groups.map((group, number) =>
      foreignPost({
        title: `Group ${number} ${group.join(' ')}`,
        excerpt: group.join(' '),
        content: group.slice(0, 20).join('\n\n'),
        tags: group.slice(0, 12),
        author: { name: group.slice(6, 18).join(' ') },
        coverImage: group[12] ?? null,
      }),
    )
    const covers = groups.map(([cover = '']) => foreignPost({ title: 'Cover', coverImage: cover }))
    foreign.posts.push(...articles, ...covers)
    const open = async (path: string, touched = true) => {
      const response = await page.goto(front.url + path)
      expect(response?.status(), path).toBe(200)
      if (touched) await touchAll(page)
    }
    const pages = Math.ceil(foreign.posts.length / 6)
    for (let number = 1; number <= pages; number++) await open(`/blog?page=${number}`)
    for (const { slug } of articles) await open(`/blog/${slug}`)
    for (const attack of storable.filter((text) => text.length <= 50).slice(0, 12))
      await page.goto(`${front.url}/blog?tag=${encodeURIComponent(attack)}`)
    const searches = ['']
    for (const attack of storable.filter((text) => text.length < 90).slice(0, 80)) {
      const longer = `${searches.at(-1)} ${attack}`.trim()
      if (longer.length <= 190) searches.splice(-1, 1, longer)
      else searches.push(attack)
    }
    for (const search of searches) await open(`/blog?search=${encodeURIComponent(search)}`, false)
    for (const path of ['/feed.xml', '/atom.xml', '/sitemap.xml']) await open(path, false)
    const session = await sessionOf(front.url, '198.18.200.1')
    await context.addCookies(
      session.split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: front.url }
      }),
    )
    const staffPages = Math.ceil(foreign.posts.length / 10)
    for (let number = 1; number <= staffPages; number++) await open(`/admin/blogs?page=${number}`)
    const [first, middle, last] = [0, 9, articles.length - 1].map((index) => articles[index]?.id)
    for (const id of [first, middle, last]) {
      await open(`/admin/blogs/preview/${id}`)
      await open(`/admin/blogs/edit/${id}`, false)
    }
    const query = encodeURIComponent(xssCorpus.slice(0, 3).join(' ').slice(0, 190))
    await open(`/admin/blogs?search=${query}&author=${query}`)
    await open(`/admin/blogs?from=${query}&status=${query}`)
    expect(watch.ran).toEqual([])
    expect(watch.blocked).toEqual([])
  })

  test('does not run when it arrives by the contact form', async ({ site, page, context, allowed }) => {
    allowed.push(everything)
    const watch = await watchFor(context)
    const short = storable.filter((text) => text.length < 90)
    const fields = (number: number) => ({
      name: `${short[number * 7]}`.slice(0, 100),
      email: 'ada@example.com',
      subject: `${short[number * 7 + 1]} ${short[number * 7 + 2]}`.slice(0, 200),
      message: storable
        .slice(number * 20, number * 20 + 20)
        .join(' ')
        .slice(0, 4_900),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: site.url }
    for (let number = 0; number < 8; number++) {
      const sent = await rawRequest(site.url, '/api/contact', {
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': site.newVisitor() },
        // An invalid address makes the form show all input again.
        body: new URLSearchParams({ ...fields(number), email: `${short[number]}` }).toString(),
      })
      expect(sent.headers['location']).toBe('/contact?result=invalid#email')
      const cookies = [sent.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '')
      await context.addCookies(
        cookies.flatMap((pair) => {
          const at = pair.indexOf('=')
          return at === pair.length - 1
            ? []
            : [{ name: pair.slice(0, at), value: pair.slice(at + 1), url: site.url }]
        }),
      )
      await page.goto('/contact?result=invalid')
      await touchAll(page)
      await expect(page.getByRole('form', { name: 'Contact' }).getByLabel('Full Name')).toHaveValue(
        fields(number).name.trim(),
      )
      await context.clearCookies()
      const kept = await rawRequest(site.url, '/api/contact', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': site.newVisitor() },
        body: JSON.stringify(fields(number)),
      })
      expect(kept.status, kept.body).toBe(201)
    }
    const session = await sessionOf(site.url, site.newVisitor())
    const at = session.indexOf('next-auth.session-token=')
    await context.addCookies([
      { name: 'next-auth.session-token', value: session.slice(at + 24).split(';')[0] ?? '', url: site.url },
    ])
    await page.goto('/admin/dashboard')
    await expect(page.getByText(fields(7).subject.trim()).first()).toBeVisible()
    await touchAll(page)
    expect(watch.ran).toEqual([])
    expect(watch.blocked).toEqual([])
  })
})

test('script in a title does not break the share card', { tag: '@once' }, async ({ request, staff }) => {
  const { slug } = await staff.create({
    title: unique('</text><script>x</script><image href="file:///etc/passwd"/>'),
  })
  const card = await request.get(`/og/blog/${slug}`)
  expect(card.headers()['content-type']).toBe('image/png')
  expect((await card.body()).subarray(1, 4).toString()).toBe('PNG')
})
