import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { rawRequest } from '../support/raw-request.ts'

test.use({ javaScriptEnabled: false })

// Without script the browser reports preloaded bundles as unused.
test.beforeEach(({ allowed }) => {
  allowed.push(/^failed: GET .*\.js csp$/)
})

test(
  'every page is readable, and controls that need script are hidden',
  { tag: '@once' },
  async ({ page }) => {
    const paths = ['/', '/about', '/services', '/work', '/work/saas-dashboard', '/blog', '/contact']
    for (const path of [...paths, '/authors/ines-calloway', '/blog/measuring-lcp-on-real-phones']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(200)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page.getByRole('button', { name: /theme/ })).toBeHidden()
    }
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Share on Twitter' })).toHaveAttribute('href', /^https:/)
  },
)

test(
  'the list can be searched, filtered and paginated, and an article opened',
  { tag: '@once' },
  async ({ page, staff }) => {
    const tag = unique('Plainly')
    const word = tag.split(' ')[1] ?? ''
    for (let number = 1; number <= 7; number++) await staff.create({ title: `${tag} ${number}`, tags: [tag] })
    const cards = page.getByRole('main').getByRole('article')

    await page.goto('/blog')
    await page.getByRole('searchbox', { name: 'Search articles' }).fill(word)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`/blog?search=${word}`)
    await expect(page.getByText(`Showing 6 of 7 articles for "${word}"`)).toBeVisible()

    await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: tag }).click()
    await expect(page.getByText(`Showing 6 of 7 articles for "${word}" tagged "${tag}"`)).toBeVisible()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(cards).toHaveCount(1)

    await cards.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${tag} 1`)
    await page.getByRole('link', { name: tag }).first().click()
    await expect(page.getByText(`Showing 6 of 7 articles tagged "${tag}"`)).toBeVisible()
  },
)

test(
  'a search without results offers near articles and can be cleared',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { title, slug } = await staff.create({ title: unique('Marlinspikes') })
    await page.goto('/blog?search=marlinspkies')
    await expect(page.getByText('Did you mean').getByRole('link')).toHaveText(title)
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', `/blog/${slug}`)
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/blog')
  },
)

test('a missing article is a 404 with its view', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  const response = await page.goto('/blog/no-such-article')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Blog Post Not Found | Halyard')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blog Post Not Found')
  await page.getByRole('link', { name: 'Back to Blog' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notes from the yard')
})

test(
  'a list beyond its last page is a 404 with its view',
  { tag: '@once' },
  async ({ page, request, allowed }) => {
    allowed.push(networkError(404))
    for (const address of ['/blog?tag=no-such-tag', '/blog?search=mast&page=999']) {
      const response = await request.get(address)
      expect(response.status(), address).toBe(404)
      const html = await response.text()
      expect(html, address).toContain('No articles found.')
      expect(html, address).toMatch(/<a [^>]*href="\/blog"[^>]*>All articles<\/a>/)
    }
    const response = await page.goto('/blog?page=999')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('No articles found.')).toBeVisible()
    await page.getByRole('link', { name: 'All articles' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  },
)

test('an invalid message keeps the input, a valid one is confirmed, and Back shows the error again', async ({
  page,
  site,
}) => {
  const subject = unique('By hand')
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Full Name').fill('Ada <b>"Brandt"</b>')
  await form.getByLabel('Email Address').fill('ada@example')
  await form.getByLabel('Subject').fill(subject)
  await form.getByLabel('Message').fill('Short')
  await form.getByRole('button', { name: 'Send Message' }).click()

  await expect(page).toHaveURL(/\/contact\?/)
  await expect(form.getByLabel('Email Address')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await expect(form.getByLabel('Message')).toHaveAccessibleDescription(
    'Message must be at least 10 characters',
  )
  await expect(form.getByText('Please enter a valid email address')).toHaveCount(1)
  await expect(form.getByLabel('Full Name')).toHaveValue('Ada <b>"Brandt"</b>')
  await expect(form.getByLabel('Subject')).toHaveValue(subject)
  await expect(form.getByLabel('Message')).toHaveValue('Short')
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(0)

  await form.getByLabel('Email Address').fill('ada@example.com')
  await form.getByLabel('Message').fill('Long enough: a ferry.\nSecond line, ä and 🧭.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(
    page.getByText("Thank you for your message! We'll get back to you within 24 hours."),
  ).toBeVisible()
  await expect(form.getByLabel('Subject')).toHaveValue('')
  await page.reload()
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)

  await page.goBack()
  await page.reload()
  await expect(page).toHaveURL(/\/contact\?result=invalid#/)
  await expect(form.getByText('Please check the fields of the form and send it again.')).toBeVisible()
  await expect(form.getByText(/^Thank you/)).toHaveCount(0)
})

test('a text browser, which names no origin, can send a message', { tag: '@once' }, async ({ site }) => {
  const subject = unique('From a terminal')
  const fields = {
    name: 'Ada Brandt',
    email: 'ada@example.com',
    subject,
    message: 'We need a booking system.',
  }
  const sent = await rawRequest(site.url, '/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'w3m/0.5.3' },
    body: new URLSearchParams(fields).toString(),
  })
  expect(sent).toMatchObject({ status: 303, headers: { location: '/contact?result=sent#result' } })
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
})

test(
  'a message of the full length is kept after an error, and sent in any script',
  { tag: '@once' },
  async ({ page, site }) => {
    const long = Array.from({ length: 700 }, (_, index) => `word${index}`)
      .join(' ')
      .slice(0, 4_990)
    await page.goto('/contact')
    const form = page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Message').fill(long)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByLabel('Full Name')).toHaveAccessibleDescription('Name is required')
    await expect(form.getByLabel('Message')).toHaveValue(long)

    const subject = unique('By far')
    const text =
      'はじめまして。新しいサイトを作りたいと思っています。予算と期間についてご相談できますか。\n\n'
    await form.getByLabel('Full Name').fill('山田花子')
    await form.getByLabel('Email Address').fill('hanako@example.com')
    await form.getByLabel('Subject').fill(subject)
    await form.getByLabel('Message').fill(`${text.repeat(200).slice(0, 4_999)}。`)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText(/^Thank you for your message!/)).toBeVisible()
    expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
  },
)

test('the result is shown to a browser without cookies', { tag: '@once' }, async ({ browser, site }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/contact?result=sent')
  await expect(page.getByText(/^Thank you for your message!/)).toBeVisible()
  await page.goto('/contact?result=error')
  await expect(page.getByText(/^Sorry, there was an error sending your message/)).toBeVisible()
  await page.goto('/contact?result=invalid')
  await expect(page.getByText('Please check the fields of the form and send it again.')).toBeVisible()
  await page.goto('/contact?result=other')
  await expect(page.getByText(/^Sorry|^Thank you|^Please check/)).toHaveCount(0)
  await page.goto('/newsletter')
  for (const [email, outcome, result] of [
    [`${unique('reader').replace(' ', '-')}@example.com`, 'sent', /^Thank you\. If we send you an email/],
    ['ada@example', 'invalid', /^Please check the email address/],
  ] as const) {
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('result') === outcome)
    await context.clearCookies()
    await page.reload()
    await expect(page.getByText(result)).toBeVisible()
  }
  await context.close()
})

test('an author page beyond the end leads to the first one', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  const response = await page.goto('/authors/ines-calloway?page=9')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await page.getByRole('link', { name: 'Articles by Ines Calloway' }).click()
  await expect(page).toHaveURL('/authors/ines-calloway')
})

test(
  'the result of one visitor is not shown to another',
  { tag: '@once' },
  async ({ page, browser, site }) => {
    await page.goto('/contact')
    const form = page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Full Name').fill('Ada Brandt')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByLabel('Full Name')).toHaveValue('Ada Brandt')
    const other = await browser.newPage({ baseURL: site.url, javaScriptEnabled: false })
    await other.goto(page.url())
    await expect(other.getByLabel('Full Name')).toHaveValue('')
    await other.close()
  },
)

test(
  'the newsletter form keeps an invalid address with its error, and works',
  { tag: '@once' },
  async ({ page, site }) => {
    const address = `${unique('reader').replace(' ', '-')}@example.com`
    const titleEdge = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x
    await page.goto('/blog')
    const edge = await titleEdge()
    await page.getByLabel('Email address').fill('ada@example')
    await page.getByRole('button', { name: 'Subscribe' }).click()

    const form = page.getByRole('form', { name: 'Newsletter' })
    const field = form.getByLabel('Email address')
    await expect(page).toHaveURL(/\/newsletter\?result=invalid/)
    await expect(field).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(field).toHaveValue('ada@example')
    await expect(form.getByText('Please enter a valid email address')).toHaveCount(1)

    await page.goBack()
    await page.getByLabel('Email address').fill(address)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/newsletter?result=sent')
    await expect(
      page.getByText('You are subscribed. The next issue will arrive in your inbox.'),
    ).toBeVisible()
    expect(site.countStored('subscribers', 'email', address)).toBe(1)
    expect(await titleEdge(), 'left edge of the title, as on other pages').toBe(edge)
  },
)

test.describe('on a phone', { tag: '@once' }, () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('the menu opens a page, and More shows the other tags', async ({ page, staff }) => {
    const tag = unique('Last')
    await staff.create({ title: unique('Two tags'), tags: [tag, unique('Other')] })
    await page.goto('/blog')
    const chip = page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: tag })
    await expect(chip).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Tags' }).getByText(/^More/).click()
    await chip.click()
    await expect(page.getByText(`Showing 1 of 1 articles tagged "${tag}"`)).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
  })

  test('the contact form shows its errors and its result', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 560 })
    await page.goto('/contact')
    const form = page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Full Name').fill('Ada Brandt')
    await form.getByLabel('Email Address').fill('ada@example.com')
    await form.getByLabel('Subject').fill(unique('In view'))
    await form.getByLabel('Message').fill('Short')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByLabel('Message')).toBeFocused()
    await expect(form.getByText('Message', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(form.getByText('Message must be at least 10 characters')).toBeInViewport({ ratio: 1 })

    await form.getByLabel('Message').fill('Long enough: a ferry.')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByText(/^Thank you for your message!/)).toBeInViewport({ ratio: 1 })
  })
})
