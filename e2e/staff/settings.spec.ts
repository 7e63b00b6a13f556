import type { Page, Route } from '@playwright/test'
import Database from 'better-sqlite3'
import { defaultSettings } from '#contract/default-settings.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { expect, networkError } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { picture } from '../support/picture-files.ts'
import { createUser } from '../support/people.ts'
import { endSession, fillSignIn, signIn } from '../support/session.ts'
import { sharedTest as test, test as ownSiteTest } from '../support/settings-fixtures.ts'
import { Staff } from '../support/staff-client.ts'
import { holdToast, openHydrated } from '../support/staff-page.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save settings' })
const textOf = async (url: string) => (await fetch(url)).text()

async function openSettings(page: Page, front: Parameters<typeof signIn>[1]) {
  await signIn(page.context(), front)
  await openHydrated(page, `${front.url}/admin/settings`)
}

test.describe('the settings', { tag: '@once' }, () => {
  test('are previewed, saved, and seen by visitors', async ({ front, page }) => {
    await openSettings(page, front)
    const name = page.getByLabel('Brand name')
    await expect(page.getByText('Email is not set up.')).toBeVisible()
    await expectAccessible(page)

    await name.fill('')
    await page.getByLabel('Monday, closes').fill('08:00')
    await save(page).click()
    await expect(page.getByText('Brand name is required')).toBeVisible()
    await expect(page.getByText('Closing time must be after opening time')).toBeVisible()
    await expect(name).toBeFocused()

    await name.fill('Bowline')
    await page.getByLabel('Monday, closes').fill('17:00')
    await page.getByRole('button', { name: 'Copy Monday to Friday' }).click()
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    const preview = page.locator('section', { has: page.getByRole('heading', { name: 'Preview' }) })
    await expect(preview.locator('footer')).toContainText('Bowline. All rights reserved.')
    await expect(preview.locator('.settings-card')).toContainText('Bowline')
    expect(await textOf(`${front.url}/contact`)).not.toContain('Bowline')

    await page.getByRole('link', { name: 'Dashboard' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await save(page).click()
    await expect(page.getByText('Settings saved. Visitors see them now.')).toBeVisible()
    await expect(page.getByText(/^Saved by .+ on .+ GMT\+9$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Bowline staff' })).toBeVisible()
    const contact = await textOf(`${front.url}/contact`)
    expect(contact).toContain('Bowline')
    expect(contact).toContain('9:00 AM-5:00 PM')
  })

  test('may have a brand name of one long word', async ({ front, settings, page }) => {
    const name = 'Donaudampfschifffahrtsgesellschaftskapitän'
    await openSettings(page, front)
    await page.setViewportSize({ width: 375, height: 800 })
    await page.getByLabel('Brand name').fill(name)
    const box = await page.getByLabel('Brand name').boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 375)).toBeLessThan(375)
    await settings.save({ ...(await settings.read()), name })
    await page.goto(`${front.url}/contact`)
    for (const width of [320, 375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeVisible()
      await expectNoOverflow(page, `${width} px`)
      await expect(page.getByRole('banner').getByRole('button').last()).toBeInViewport({ ratio: 1 })
    }
  })

  test('leave the focus visible in small windows', async ({ front, page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await openSettings(page, front)
    await page.getByLabel('Brand name').fill('Bowline')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    for (const [width, height] of [
      [320, 568],
      [375, 667],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.getByLabel('First lines of the confirmation email').focus()
      const bar = page.locator('.settings-save-bar')
      const barEnd = await bar.evaluate((element) => element.getBoundingClientRect().bottom)
      const covered: string[] = []
      for (let stop = 1; stop <= 35; stop += 1) {
        await page.keyboard.press('Shift+Tab')
        // The buttons within a date field do not match `:focus`.
        const { top, html } = await page.evaluate(() => ({
          top: document.activeElement?.getBoundingClientRect().top ?? 0,
          html: document.activeElement?.outerHTML.slice(0, 120) ?? '',
        }))
        if (top < barEnd) covered.push(html)
      }
      expect(covered, `at ${width} x ${height} px`).toEqual([])
    }
  })

  test('keep the focus in the link that is edited during a save', async ({ front, settings, page }) => {
    const social = [{ name: 'Mastodon', url: 'https://mastodon.example/' }]
    await settings.save({ ...defaultSettings, social })
    await openSettings(page, front)
    const release = await holdRequests(page, '**/api/settings')
    const name = page.getByRole('region', { name: 'Social links' }).getByLabel('Name')
    const sent = page.waitForRequest('**/api/settings')
    await name.press('Home')
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    await sent
    await page.keyboard.type('b')
    release()
    await expect(page.getByText('Settings saved. Visitors see them now.')).toBeVisible()
    await page.keyboard.type('c')
    await expect(name).toHaveValue('abcMastodon')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await settings.read()).social[0]?.name).toBe('abcMastodon')
  })

  test('are led to by links, discarded, saved and removed without moving the focus or following a link', async ({
    front,
    settings,
    page,
  }) => {
    const social = Array.from({ length: 8 }, (_, number) => ({ name: `Site ${number}`, url: '' }))
    await settings.save({ ...defaultSettings, social })
    await openSettings(page, front)
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    for (const title of await links.allTextContents()) {
      await links.getByText(title, { exact: true }).click()
      const section = page.getByRole('region', { name: title, exact: true })
      await expect(section.getByRole('heading', { name: title, exact: true })).toBeInViewport()
      await expect(page.locator('h2:target')).toHaveText(title)
    }

    const name = page.getByLabel('Brand name')
    const link = page.getByRole('link', { name: 'System' })
    await link.scrollIntoViewIfNeeded()
    const place = await link.boundingBox()
    await name.fill('Bowline')
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
    expect(await link.boundingBox()).toEqual(place)
    await page.getByRole('button', { name: 'Discard' }).dblclick()
    await expect(name).toHaveValue(defaultSettings.name)
    await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden()

    // A closed day whose times were emptied before.
    await page.getByLabel('Monday, opens').fill('')
    await page.getByRole('checkbox', { name: 'Monday' }).uncheck()
    await save(page).click()
    await expect(page.getByText('Settings saved. Visitors see them now.')).toBeVisible()
    expect((await settings.read()).hours[0]).toEqual({ isOpen: false, opens: '09:00', closes: '18:00' })

    await page.getByRole('button', { name: 'Remove link 8' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove link 8' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add link' })).toBeFocused()
    const buffer = await picture(1200, 630)
    const brand = page.getByRole('region', { name: 'Brand' })
    await brand.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Remove share image' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Choose share image' })).toBeFocused()
  })

  test('are saved again without a conflict after the response was lost', async ({ front, page, allowed }) => {
    allowed.push(networkError(412), /ERR_FAILED/)
    const loseResponse = async (route: Route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await route.fetch()
      return route.abort()
    }
    await page.route('**/api/settings', loseResponse)
    await openSettings(page, front)
    await page.getByLabel('Tagline').fill('My line.')
    await save(page).click()
    await expect(page.getByText('Failed to save the settings. Please try again.')).toBeVisible()
    await page.unroute('**/api/settings', loseResponse)
    await holdToast(page, 'Failed to save the settings.')
    await save(page).press('Enter')
    await expect(page.getByText('Settings saved. Visitors see them now.')).toBeVisible()
    await expect(page.getByText('Failed to save the settings.')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('are merged when two owners change different ones', async ({ front, settings, page, allowed }) => {
    allowed.push(networkError(412))
    let isHeld = false
    const release = await holdRequests(page, '**/api/settings', { matches: () => isHeld })
    await openSettings(page, front)
    await page.getByLabel('Tagline').fill('My line.')
    await page.getByLabel('Phone').fill('+1 111')
    await settings.save({ ...defaultSettings, name: 'Theirs', phone: '+1 222' })
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: 'The settings were changed in another tab or browser' })
    await expect(dialog.getByRole('region', { name: 'Changed by both' })).toHaveText(
      /^PhoneTheirs: \+1 222Yours: \+1 111$/,
    )
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(save(page)).toBeFocused()
    await expect(page.getByLabel('Tagline')).toHaveValue('My line.')
    isHeld = true
    const sent = page.waitForRequest('**/api/settings')
    await save(page).click()
    await sent
    await page.getByLabel('City').fill('Typed meanwhile')
    release()
    await dialog.getByRole('button', { name: 'Save my changes' }).click()
    await expect(page.getByLabel('Brand name')).toHaveValue('Theirs')
    await expect(page.getByLabel('City')).toHaveValue('Typed meanwhile')
    expect(await settings.read()).toMatchObject({ name: 'Theirs', tagline: 'My line.', phone: '+1 111' })
  })

  test('are merged after the session ended meanwhile, too', async ({
    front,
    settings,
    page,
    context,
    allowed,
  }) => {
    allowed.push(networkError(401), networkError(412))
    await openSettings(page, front)
    await page.getByLabel('Tagline').fill('My line.')
    await endSession(context, front)
    await save(page).click()
    await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
    await settings.save({ ...defaultSettings, phone: '+1 222' })
    await fillSignIn(page)
    await expect(page.getByText('Your changes are back. They are not saved yet.')).toBeVisible()
    await expect(page.getByLabel('Tagline')).toHaveValue('My line.')
    await save(page).click()
    const dialog = page.getByRole('dialog', { name: 'The settings were changed in another tab or browser' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Save my changes' }).click()
    await expect(page.getByLabel('Phone')).toHaveValue('+1 222')
    expect(await settings.read()).toMatchObject({ tagline: 'My line.', phone: '+1 222' })
  })

  test('that were typed as the session ended are offered to the same account only', async ({
    front,
    page,
    context,
    allowed,
  }) => {
    allowed.push(networkError(401))
    const second = await createUser(front.url, await Staff.signIn(front.url), 'owner')
    const tagline = page.getByLabel('Tagline')
    await openSettings(page, front)
    await tagline.fill('My line.')
    await endSession(context, front)
    await save(page).click()
    await expect(page).toHaveURL(/\/admin\/login\?ended=1/)
    await fillSignIn(page, second)
    await expect(tagline).toHaveValue(defaultSettings.tagline)
    await expect(save(page)).toBeVisible()

    // Requests of a page that was loaded for the second account would be rejected.
    await page.goto('about:blank')
    await context.clearCookies()
    await openSettings(page, front)
    await expect(page.getByText('Your changes are back. They are not saved yet.')).toBeVisible()
    await expect(tagline).toHaveValue('My line.')
    await second.remove()
  })

  test('look up a DKIM selector again after it could not be looked up', async ({ front, page, allowed }) => {
    allowed.push(networkError(500), /^response: 500/)
    let isFailing = true
    await page.route('**/api/settings/email*', (route) => {
      const isLookup = new URL(route.request().url()).searchParams.has('selector')
      if (isLookup && isFailing) return route.fulfill({ status: 500, json: { error: 'No.' } })
      const records = { spf: 'found', dkim: isLookup ? 'found' : 'missing', dmarc: 'found' }
      return route.fulfill({ json: { data: { smtp: null, domain: 'example.com', records } } })
    })
    await openSettings(page, front)
    const selector = page.getByLabel(/^Only common DKIM selectors were checked/)
    const lookUp = page.getByRole('button', { name: 'Look it up' })
    await selector.fill('mailer2026')
    await lookUp.click()
    await expect(page.getByText('The mail server could not be checked. Please try again.')).toBeVisible()
    await expect(selector).toHaveValue('mailer2026')
    await expect(lookUp).toBeFocused()
    isFailing = false
    await lookUp.click()
    await expect(page.getByRole('definition').filter({ hasText: 'missing' })).toHaveCount(0)
    await expect(page.getByText('The mail server could not be checked. Please try again.')).toHaveCount(0)
  })

  test('define the template of new posts, which alone does not count as a change', async ({
    front,
    settings,
    page,
    context,
  }) => {
    const newPost = { startsEmpty: false, template: '## What we tried\n' }
    await settings.save({ ...defaultSettings, newPost })
    await signIn(context, front)
    await page.goto(`${front.url}/admin/blogs/new`)
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('What we tried')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(/dashboard$/)
  })
})

ownSiteTest.describe('the system page', { tag: '@once' }, () => {
  ownSiteTest('shows the state and downloads a verified backup', async ({ front, page }) => {
    await openSettings(page, front)
    await page.getByRole('link', { name: 'System' }).click()
    await expect(page.getByText('No backup is known yet.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Storage' })).toContainText(/SQLite 3\./)
    await expect(page.getByRole('region', { name: 'Page cache of this node' })).toContainText('Hit rate')
    await expectAccessible(page)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Back up now' }).click()
    const file = await (await downloading).path()
    const backup = new Database(file, { readonly: true })
    expect(backup.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(backup.prepare('select count(*) from posts').pluck().get()).toBeGreaterThan(0)
    backup.close()
    await expect(page.getByText(/read back and verified, [\d,]+ rows, .+, downloaded\./)).toBeVisible()
  })
})
