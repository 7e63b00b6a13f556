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
  await visit(page, '/blog')
  const form = page.getByRole('form', { name: 'Newsletter' })
  for (const spelled of [address, address.toUpperCase()]) {
    const subscribed = page.waitForResponse('**/api/newsletter')
    await form.getByLabel('Email address').fill(spelled)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    expect((await subscribed).ok()).toBe(true)
    await expect(form.getByRole('status').filter({ hasText: success })).toBeVisible()
    await expect(form.getByLabel('Email address')).toHaveValue('')
  }
  expect(site.countStored('subscribers', 'email', address)).toBe(1)
  expect(site.countStored('subscribers', 'email', address.toUpperCase())).toBe(0)
})

test(
  'an invalid address is marked in place, and a failed subscription keeps it',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(networkError(422), /^failed: POST .*\/api\/newsletter/, /net::ERR_/)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await visit(page, '/blog')
    const form = page.getByRole('form', { name: 'Newsletter' })
    const field = form.getByLabel('Email address')
    const subscribe = form.getByRole('button', { name: 'Subscribe' })
    const expectKept = async (description: string, address: string) => {
      await expect(field).toHaveAccessibleDescription(description)
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(address)
    }

    await test.step('the browser rejects texts that are no addresses', async () => {
      for (const wrong of ['', 'no address']) {
        await field.fill(wrong)
        await subscribe.click()
        await expect(form.locator(':invalid')).toBeFocused()
        await subscribe.focus()
      }
    })

    await test.step('the schema rejects one that the browser accepts', async () => {
      await field.fill('ada@example')
      await subscribe.click()
      await expectKept('Please enter a valid email address', 'ada@example')
      await field.press('x')
      await expect(field).not.toHaveAttribute('aria-invalid', 'true')
      expect(sent).not.toContain('/api/newsletter')
    })

    await test.step('an error of the server is shown at the field', async () => {
      const fields = { email: 'This domain has no mail server.' }
      await page.route(
        '**/api/newsletter',
        (route) => route.fulfill({ status: 422, json: { error: 'No', fields } }),
        { times: 1 },
      )
      await field.fill('ada@example.com')
      await subscribe.click()
      await expectKept('This domain has no mail server.', 'ada@example.com')
    })

    await test.step('without a connection the focus is kept', async () => {
      await page.route('**/api/newsletter', (route) => route.abort('connectionfailed'))
      await subscribe.click()
      await expect(form.getByRole('alert')).toHaveText('Sorry, we could not subscribe you. Please try again.')
      await expect(form.getByRole('link', { name: 'hello@halyard.example' })).toHaveAttribute(
        'href',
        'mailto:hello@halyard.example',
      )
      await expect(field).toHaveValue('ada@example.com')
      await expect(subscribe).toBeFocused()
    })
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
