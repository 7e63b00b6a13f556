import { randomUUID } from 'node:crypto'
import { expect, networkError, test } from '../support/fixtures.ts'
import { visit } from '../support/visit.ts'

const success = 'You are subscribed. The next issue will arrive in your inbox.'
const newAddress = () => `reader-${randomUUID()}@example.com`

test('an address is stored once, and the response does not reveal whether it was known', async ({
  page,
  site,
}) => {
  const address = newAddress()
  for (const spelled of [address, address.toUpperCase()]) {
    await visit(page, '/blog')
    const form = page.getByRole('form', { name: 'Newsletter' })
    await form.getByLabel('Email address').fill(spelled)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.getByRole('status').filter({ hasText: success })).toBeVisible()
    await expect(form.getByLabel('Email address')).toHaveValue('')
  }
  expect(site.countStored('subscribers', 'email', address)).toBe(1)
  expect(site.countStored('subscribers', 'email', address.toUpperCase())).toBe(0)
})

for (const wrong of ['', 'no address'])
  test(`the browser rejects ${JSON.stringify(wrong)}`, { tag: '@once' }, async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await visit(page, '/blog')
    const form = page.getByRole('form', { name: 'Newsletter' })
    await form.getByLabel('Email address').fill(wrong)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.locator(':invalid')).toBeFocused()
    expect(sent).not.toContain('/api/newsletter')
  })

test(
  'an address that the browser accepts and the schema does not is marked in place',
  { tag: '@once' },
  async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await visit(page, '/blog')
    const form = page.getByRole('form', { name: 'Newsletter' })
    const field = form.getByLabel('Email address')
    await field.fill('ada@example')
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(field).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('ada@example')
    expect(sent).not.toContain('/api/newsletter')
    await field.press('x')
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  },
)

test('a field error from the server is shown at the field', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(422))
  await page.route('**/api/newsletter', (route) =>
    route.fulfill({
      status: 422,
      json: { error: 'No', fields: { email: 'This domain has no mail server.' } },
    }),
  )
  await visit(page, '/blog')
  const form = page.getByRole('form', { name: 'Newsletter' })
  const field = form.getByLabel('Email address')
  await field.fill('ada@example.com')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(field).toHaveAccessibleDescription('This domain has no mail server.')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('ada@example.com')
})

test(
  'a subscription that fails keeps the address and the focus',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(/^failed: POST .*\/api\/newsletter/, /net::ERR_/)
    await page.route('**/api/newsletter', (route) => route.abort('connectionfailed'))
    await visit(page, '/blog')
    const form = page.getByRole('form', { name: 'Newsletter' })
    await form.getByLabel('Email address').fill('ada@example.com')
    const subscribe = form.getByRole('button', { name: 'Subscribe' })
    await subscribe.click()
    await expect(form.getByRole('alert')).toHaveText('Sorry, we could not subscribe you. Please try again.')
    await expect(form.getByRole('link', { name: 'hello@halyard.example' })).toHaveAttribute(
      'href',
      'mailto:hello@halyard.example',
    )
    await expect(form.getByLabel('Email address')).toHaveValue('ada@example.com')
    await expect(subscribe).toBeFocused()
  },
)

test('too many attempts show an explanation', { tag: '@once' }, async ({ page, request, allowed }) => {
  allowed.push(networkError(429))
  for (let number = 0; number < 5; number++)
    expect((await request.post('/api/newsletter', { data: { email: newAddress() } })).status()).toBe(200)
  await visit(page, '/blog')
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email address').fill(newAddress())
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('alert')).toHaveText(/try again in \d+ minutes?/i)
})
