import { expectAccessible } from '../support/accessibility.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { sharedTest as test } from '../support/mail-fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'

const asked =
  'Check your email. If this address is not subscribed yet, we have sent you a link to confirm your subscription.'
const subscribed = 'You are subscribed. The next issue will arrive in your inbox.'
const left = 'You have unsubscribed. You will not get any more issues.'
const gone = 'This link is invalid or has expired.'
const formType = 'application/x-www-form-urlencoded'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', { tag: '@once' }, () => {
    test.use({ javaScriptEnabled })

    test('a reader subscribes, confirms by e-mail and unsubscribes', async ({
      page,
      front,
      tokenFor,
      isSubscriber,
    }) => {
      const address = `${unique('reader').replace(' ', '.')}@example.org`
      await page.goto(`${front.url}/blog`)
      await page.getByLabel('Email address').fill(address)
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByText(asked)).toBeVisible()

      const token = await tokenFor(address)
      const referrers: string[] = []
      page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''))
      await page.goto(`${front.url}/newsletter/confirm?token=${token}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
      expect(isSubscriber(address)).toBe(false)
      await page.getByRole('button', { name: 'Confirm subscription' }).click()
      await expect(page.getByRole('status').filter({ hasText: subscribed })).toBeVisible()
      await expect(page).toHaveURL(`${front.url}/newsletter/confirm?done=1`)
      expect(isSubscriber(address)).toBe(true)
      await page.context().clearCookies()
      await page.reload()
      await expect(page.getByRole('status').filter({ hasText: subscribed })).toBeVisible()

      await page.goto(`${front.url}/newsletter/unsubscribe?token=${token}`)
      expect(isSubscriber(address)).toBe(true)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('status').filter({ hasText: left })).toBeVisible()
      await expect(page).toHaveURL(`${front.url}/newsletter/unsubscribe?done=1`)
      expect(isSubscriber(address)).toBe(false)
      expect(referrers.filter((referrer) => referrer.includes(token))).toEqual([])
    })

    test('an expired or invalid link shows an error', async ({ page, front, allowed }) => {
      allowed.push(networkError(404))
      for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
        for (const query of ['', '?token=..%2F..%2Fauth', '?token=a&token=b']) {
          const response = await fetch(`${front.url}${path}${query}`)
          expect(response.status, path + query).toBe(404)
          expect(await response.text(), path + query).toMatch(new RegExp(`<h1[^>]*>${gone}`))
        }
        const response = await page.goto(`${front.url}${path}?token=${'f'.repeat(64)}`)
        expect(response?.status(), path).toBe(404)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(gone)
      }
      await page.getByRole('link', { name: 'To the newsletter' }).click()
      await expect(page).toHaveURL(`${front.url}/newsletter`)
    })
  })

test.describe('a link in an e-mail', { tag: '@once' }, () => {
  test('has no effect when a scanner opens it, and is not cached', async ({
    front,
    tokenFor,
    isSubscriber,
  }) => {
    await fetch(`${front.url}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'scanned@example.org' }),
    })
    const token = await tokenFor('scanned@example.org')
    for (const use of ['confirm', 'unsubscribe'])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) {
        const { status, headers } = await fetch(`${front.url}/newsletter/${use}?token=${token}`, { method })
        if (method === 'OPTIONS') continue
        expect(status).toBe(200)
        expect(headers.get('cache-control')).toContain('no-store')
        expect(headers.get('referrer-policy')).toBe('no-referrer')
        expect(headers.get('x-robots-tag')).toBe('noindex')
      }
    const page = await (await fetch(`${front.url}/newsletter/confirm?token=${token}`)).text()
    expect(page).toMatch(/<meta name="robots" content="noindex/)
    expect((await fetch(`${front.url}/api/newsletter/confirm?token=${token}`)).status).toBe(405)
    expect(isSubscriber('scanned@example.org')).toBe(false)
    const confirmed = await fetch(`${front.url}/api/newsletter/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    expect([confirmed.status, await confirmed.json()]).toEqual([200, { message: subscribed }])

    // The List-Unsubscribe URL shows a page on GET and accepts a one-click POST.
    const oneClick = `/api/newsletter/unsubscribe?token=${token}`
    const opened = await rawRequest(front.url, oneClick)
    expect([opened.status, opened.headers['location']]).toEqual([
      303,
      `/newsletter/unsubscribe?token=${token}`,
    ])
    const post = (body: string, headers: Record<string, string>) =>
      rawRequest(front.url, oneClick, { method: 'POST', body, headers })
    expect((await post('', { 'content-type': formType })).status).toBe(400)
    expect((await post('List-Unsubscribe=No', { 'content-type': formType })).status).toBe(400)
    expect(isSubscriber('scanned@example.org')).toBe(true)
    const field = 'Content-Disposition: form-data; name="List-Unsubscribe"'
    const multipart = await post(`--b\r\n${field}\r\n\r\nOne-Click\r\n--b--\r\n`, {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect([multipart.status, JSON.parse(multipart.body)]).toEqual([200, { message: left }])
    expect(isSubscriber('scanned@example.org')).toBe(false)
    const again = await post('List-Unsubscribe=One-Click', {
      'content-type': formType,
      origin: 'https://mail.example',
    })
    expect(again.status).toBe(200)
    const unknown = await rawRequest(front.url, `/api/newsletter/unsubscribe?token=${'e'.repeat(64)}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': formType },
    })
    expect([unknown.status, JSON.parse(unknown.body)]).toEqual([410, { error: gone }])
  })

  test('leads to accessible pages', async ({ page, front, tokenFor, allowed }) => {
    allowed.push(networkError(404))
    await fetch(`${front.url}/api/newsletter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'all@example.org' }),
    })
    const token = await tokenFor('all@example.org')
    for (const query of [`confirm?token=${token}`, `unsubscribe?token=${token}`, 'confirm?token=none']) {
      await page.goto(`${front.url}/newsletter/${query}`)
      await expectAccessible(page, query)
    }
  })
})

test('a contact message is e-mailed to staff', { tag: '@once' }, async ({ front, mails }) => {
  const answer = await fetch(`${front.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ada Brandt',
      email: 'ada@example.org',
      subject: 'A new site',
      message: 'We would like to talk.',
    }),
  })
  expect(answer.status).toBe(201)
  await expect.poll(() => mails.emails.length).toBe(1)
  expect(mails.emails[0]).toMatchObject({ sender: 'crew@halyard.test', recipients: ['desk@halyard.test'] })
  expect(mails.emails[0]?.headers['reply-to']).toEqual(['Ada Brandt <ada@example.org>'])
})
