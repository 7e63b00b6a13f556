import { defaultSettings } from '#contract/default-settings.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/settings-fixtures.ts'

const day = (offset: number) => new Date(Date.now() + offset * 24 * 3_600_000).toISOString().slice(0, 10)

test.describe('settings', { tag: '@once' }, () => {
  test('show on every page in the next request', async ({ front, settings, page }) => {
    const textOf = async (path: string) => (await fetch(front.url + path)).text()
    const pages = ['/', '/about', '/services', '/blog', '/contact', '/newsletter', '/feed.xml', '/atom.xml']
    const documents = [...pages, '/feed.json', '/manifest.webmanifest']
    for (const path of documents) expect(await textOf(path), path).toContain('Halyard')
    const card = async () => Buffer.from(await (await fetch(`${front.url}/og/contact`)).arrayBuffer())
    const drawn = await card()

    await settings.save({
      ...defaultSettings,
      name: 'Bowline & Sons',
      tagline: 'Knots that hold.',
      phone: '+44 (0)20 7946 0000',
      address: { ...defaultSettings.address, city: 'Leith' },
      newsletter: { ...defaultSettings.newsletter, pageText: 'A letter a week.' },
      hours: defaultSettings.hours.with(5, { isOpen: false, opens: '10:00', closes: '16:00' }),
      social: [
        { name: 'Mastodon', url: 'https://social.example/@bowline' },
        { name: 'Empty', url: '' },
      ],
      announcement: { text: 'We are moving.', link: '/contact', endsOn: day(2) },
    })
    for (const path of documents) expect(await textOf(path), path).toMatch(/Bowline (&|&amp;|\\u0026) Sons/)
    expect((await card()).equals(drawn)).toBe(false)

    await page.goto(`${front.url}/contact`)
    await expect(page).toHaveTitle('Contact | Bowline & Sons')
    await expect(page.getByRole('link', { name: '+44 (0)20 7946 0000' })).toHaveAttribute(
      'href',
      'tel:+442079460000',
    )
    for (const path of ['/', '/about']) {
      expect(await textOf(path), path).toContain('in Leith')
      expect(await textOf(path), path).not.toContain('Portland')
    }
    expect(await textOf('/newsletter')).toContain('<meta name="description" content="A letter a week."')
    await expect(page.getByRole('region', { name: 'Business hours' })).toHaveText(
      /Mon-Fri9:00 AM-6:00 PMSat-Sunclosed/,
    )
    await expect(page.getByRole('list', { name: 'Social media' })).toHaveText('Mastodon')
    await expect(page.getByRole('contentinfo')).toContainText('Knots that hold.')
    await expect(page.getByRole('region', { name: 'Announcement' }).getByRole('link')).toHaveAttribute(
      'href',
      '/contact',
    )
    const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
    const business = JSON.parse(data ?? '')
    expect(business).toMatchObject({ '@type': 'LocalBusiness', name: 'Bowline & Sons' })
    expect(business.openingHoursSpecification).toEqual([
      expect.objectContaining({
        opens: '09:00',
        closes: '18:00',
        dayOfWeek: expect.arrayContaining(['Friday']),
      }),
    ])
  })

  test('without an address, search engines get no local business', async ({ front, settings, page }) => {
    await settings.save({
      ...defaultSettings,
      address: { street: '', city: '', region: '', postalCode: '', country: '' },
    })
    await page.goto(`${front.url}/contact`)
    const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
    const contact = JSON.parse(data ?? '')
    expect(contact).toMatchObject({ '@type': 'Organization', name: defaultSettings.name })
    expect(contact.openingHoursSpecification).toBeUndefined()
  })

  test('an announcement disappears after its last day, even from cached pages', async ({
    front,
    settings,
  }) => {
    const shows = async (text: string) => (await (await fetch(`${front.url}/about`)).text()).includes(text)
    await settings.save({
      ...defaultSettings,
      announcement: { text: 'Open house today', link: '', endsOn: day(1) },
    })
    expect(await shows('Open house today')).toBe(true)
    await settings.save({
      ...defaultSettings,
      announcement: { text: 'Open house last week', link: '', endsOn: day(-2) },
    })
    expect(await shows('Open house')).toBe(false)
  })
})
