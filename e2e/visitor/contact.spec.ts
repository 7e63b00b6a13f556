import type { Page } from '@playwright/test'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { untilHydrated, visit } from '../support/visit.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Contact' })
const send = (page: Page) => form(page).getByRole('button', { name: /send/i })
const success = "Thank you for your message! We'll get back to you within 24 hours."
const failure = 'Sorry, there was an error sending your message. Please try again.'

async function fill(
  page: Page,
  values: Partial<Record<'Full Name' | 'Email Address' | 'Subject' | 'Message', string>>,
) {
  for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label).fill(value)
}

const message = (subject: string) => ({
  'Full Name': 'Ada Brandt',
  'Email Address': 'ada@example.com',
  Subject: subject,
  Message: 'We need a booking system for a ferry.',
})

const rules = [
  { label: 'Full Name', value: '   ', error: 'Name is required' },
  { label: 'Full Name', value: ' A ', error: 'Name must be at least 2 characters' },
  { label: 'Email Address', value: '', error: 'Email is required' },
  { label: 'Email Address', value: 'ada@example', error: 'Please enter a valid email address' },
  { label: 'Subject', value: '', error: 'Subject is required' },
  { label: 'Subject', value: ' Hey  ', error: 'Subject must be at least 5 characters' },
  { label: 'Message', value: '\n \n', error: 'Message is required' },
  { label: 'Message', value: 'Too short', error: 'Message must be at least 10 characters' },
  { label: 'Message', value: 'x'.repeat(5001), error: 'Message must be at most 5000 characters' },
] as const

test(
  'each rule has its error at its field, by code that loads with the first use',
  { tag: '@once' },
  async ({ page, site }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const subject = unique('Refused')
    await visit(page, '/contact')
    const before = scripts.length
    await form(page).getByLabel('Full Name').focus()
    await expect.poll(() => scripts.length).toBeGreaterThan(before)

    await send(page).click()
    const errors = ['Name is required', 'Email is required', 'Subject is required', 'Message is required']
    for (const error of errors) await expect(form(page).getByText(error)).toBeVisible()
    await expect(form(page).getByLabel('Full Name')).toBeFocused()
    await fill(page, { 'Full Name': 'Ada' })
    await expect(form(page).getByText('Name is required')).toHaveCount(0)
    for (const error of errors.slice(1)) await expect(form(page).getByText(error)).toBeVisible()

    for (const { label, value, error } of rules) {
      await fill(page, { ...message(subject), [label]: value })
      await send(page).click()
      const field = form(page).getByLabel(label)
      await expect(field).toHaveAccessibleDescription(error)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toBeFocused()
      await expect(form(page).locator('[aria-invalid="true"]')).toHaveCount(1)

      await field.pressSequentially('x')
      await expect(field).not.toHaveAttribute('aria-invalid', 'true')
      await expect(form(page).getByText(error)).toHaveCount(0)
    }
    expect(site.countStored('contact_messages', 'subject', subject)).toBe(0)
  },
)

test('a message is stored and confirmed, and the form is cleared', async ({ page, site }) => {
  const subject = unique('Ferry')
  await visit(page, '/contact')
  await fill(page, { ...message(subject), 'Full Name': '  Ada Brandt ' })
  await send(page).click()
  await expect(page.getByRole('status').filter({ hasText: success })).toBeVisible()
  for (const label of ['Full Name', 'Email Address', 'Subject', 'Message'])
    await expect(form(page).getByLabel(label)).toHaveValue('')
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
  await expect(page).toHaveURL('/contact')
})

test('a double click sends once', { tag: '@once' }, async ({ page, site }) => {
  const subject = unique('Twice')
  await visit(page, '/contact')
  await fill(page, message(subject))
  await send(page).dblclick()
  await expect(page.getByText(success)).toBeVisible()
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
})

test('the button shows progress and is disabled while sending', { tag: '@once' }, async ({ page, site }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/contact', async (route) => {
    await held
    await route.continue()
  })
  const subject = unique('Slow')
  await visit(page, '/contact')
  await fill(page, message(subject))
  const sent = page.waitForRequest('**/api/contact')
  await send(page).click()
  await sent
  await expect(send(page)).toBeDisabled()
  await expect(form(page)).toHaveAttribute('aria-busy', 'true')
  await form(page).getByLabel('Message').fill('Typed while the other is sent')
  await form(page).getByLabel('Subject').press('Enter')
  release()
  await expect(page.getByText(success)).toBeVisible()
  await expect(send(page)).toBeEnabled()
  await expect(form(page).getByLabel('Subject')).toHaveValue('')
  await expect(form(page).getByLabel('Message')).toHaveValue('Typed while the other is sent')
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
})

test('errors of the server are shown, under their fields', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(503), networkError(422), /^response: 503/)
  const respond = (status: number, json: object) =>
    page.route('**/api/contact', (route) => route.fulfill({ status, json }), { times: 1 })
  await respond(503, { error: 'We are full today.' })
  await visit(page, '/contact')
  await fill(page, message('A subject'))
  await send(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'We are full today.' })).toBeVisible()
  await expect(form(page).getByLabel('Subject')).toHaveValue('A subject')

  await respond(422, { error: 'No', fields: { subject: 'We have read that one.' } })
  await send(page).click()
  await expect(form(page).getByLabel('Subject')).toHaveAccessibleDescription('We have read that one.')
  await expect(form(page).getByLabel('Subject')).toBeFocused()
  await expect(form(page).getByLabel('Subject')).toHaveValue('A subject')
})

test(
  'without a connection sending fails with an error, and a retry is stored once',
  { tag: '@once' },
  async ({ page, site, allowed }) => {
    allowed.push(/^failed: POST .*\/api\/contact/, /net::ERR_/)
    const subject = unique('Lost')
    await page.route('**/api/contact', (route) => route.abort('connectionfailed'), { times: 1 })
    await visit(page, '/contact')
    await fill(page, message(subject))
    await form(page).getByLabel('Subject').focus()
    await send(page).click()
    await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible()
    await expect(form(page).getByRole('link', { name: 'hello@halyard.example' })).toBeVisible()
    await expect(send(page)).toBeFocused()
    for (const [label, value] of Object.entries(message(subject)))
      await expect(form(page).getByLabel(label)).toHaveValue(value)
    await send(page).click()
    await expect(page.getByText(success)).toBeVisible()
    expect(site.countStored('contact_messages', 'subject', subject)).toBe(1)
  },
)

test(
  'a message with the hidden field filled is confirmed but not stored',
  { tag: '@once' },
  async ({ page, site }) => {
    const subject = unique('Bot')
    await visit(page, '/contact')
    await fill(page, message(subject))
    const trap = form(page).locator('[name="website"]')
    await expect(trap).not.toBeInViewport()
    await expect(trap).toHaveAttribute('tabindex', '-1')
    await trap.fill('https://spam.example', { force: true })
    await send(page).click()
    await expect(page.getByText(success)).toBeVisible()
    expect(site.countStored('contact_messages', 'subject', subject)).toBe(0)
  },
)

test('too many messages show when to try again', async ({ page, request, site, allowed }) => {
  allowed.push(networkError(429))
  const sendByHand = (subject: string) =>
    request.post('/api/contact', {
      data: { name: 'Ada', email: 'ada@example.com', subject, message: 'The same again and again.' },
    })
  const subject = unique('Flood')
  const statuses: number[] = []
  for (let number = 0; number < 5; number++)
    statuses.push((await sendByHand(`${subject} ${number}`)).status())
  expect(statuses).toEqual([201, 201, 201, 201, 201])

  await visit(page, '/contact')
  await fill(page, message(subject))
  const responsePromise = page.waitForResponse('**/api/contact')
  await send(page).click()
  const response = await responsePromise
  expect(response.status()).toBe(429)
  expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
  await expect(page.getByRole('alert').filter({ hasText: /try again in \d+ minutes?/i })).toBeVisible()
  await expect(form(page).getByLabel('Subject')).toHaveValue(subject)
  expect(site.countStored('contact_messages', 'subject', subject)).toBe(0)
})

test(
  'the result of a form sent natively is not on the contact page opened anew',
  { tag: '@once' },
  async ({ page }) => {
    for (const values of [message(unique('Native')), { 'Full Name': 'Ada Brandt' }]) {
      await page.goto('/contact')
      await fill(page, values)
      await form(page).evaluate((element) => element instanceof HTMLFormElement && element.submit())
      await expect(page).toHaveURL(/result=(sent|invalid)/)
      await untilHydrated(page)
      const result = form(page).getByText(/^Thank you|is required$/)
      await expect(result.first()).toBeVisible()
      await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
      await expect(page).toHaveURL('/contact')
      await expect(result).toHaveCount(0)
    }
  },
)

test(
  'a message is kept during a look at another page, until it is sent',
  { tag: '@once' },
  async ({ page }) => {
    const values = message(unique('Unfinished'))
    const expectValues = async (expected: Record<string, string>) => {
      for (const [label, value] of Object.entries(expected))
        await expect(form(page).getByLabel(label)).toHaveValue(value)
    }
    const lookAround = async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
      await expect(page).toHaveTitle(/^Services/)
      await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    }
    await visit(page, '/contact')
    await fill(page, values)
    await lookAround()
    await expectValues(values)
    await send(page).click()
    await expect(page.getByText(success)).toBeVisible()
    await lookAround()
    await expect(page.getByText(success)).toHaveCount(0)
    await expectValues({ 'Full Name': '', 'Email Address': '', Subject: '', Message: '' })
  },
)
