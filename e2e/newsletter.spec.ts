import { randomUUID } from 'node:crypto'
import { expect, networkNote, test } from './fixtures.ts'

const success = 'You are subscribed. The next issue comes to your inbox.'
const newAddress = () => `reader-${randomUUID()}@example.com`

test('an address is stored once, and the answer never tells whether it was known', async ({ page, site }) => {
  const address = newAddress()
  for (const spelled of [address, address.toUpperCase()]) {
    await page.goto('/blog')
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
  test(`the browser itself holds ${JSON.stringify(wrong)} back`, async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await page.goto('/blog')
    const form = page.getByRole('form', { name: 'Newsletter' })
    await form.getByLabel('Email address').fill(wrong)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(form.locator(':invalid')).toBeFocused()
    expect(sent).not.toContain('/api/newsletter')
  })

test('an address that only the server refuses is explained', async ({ page, allowed }) => {
  allowed.push(networkNote(422))
  await page.goto('/blog')
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email address').fill('ada@example')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter a valid email address')
  await expect(form.getByLabel('Email address')).toHaveValue('ada@example')
})

test('too many tries are answered in words', async ({ page, request, allowed }) => {
  allowed.push(networkNote(429))
  for (let number = 0; number < 5; number++)
    expect((await request.post('/api/newsletter', { data: { email: newAddress() } })).status()).toBe(200)
  await page.goto('/blog')
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email address').fill(newAddress())
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByRole('alert')).toHaveText(/try again in \d+ minutes?/i)
})
