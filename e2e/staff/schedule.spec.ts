import type { Page } from '@playwright/test'
import { addDays, toDay } from '#contract/calendar.ts'
import { toLocalTime } from '#contract/zoned-time.ts'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { button, form, open, title } from '../support/editor-page.ts'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signIn } from '../support/session.ts'
import { openHydrated, toast } from '../support/staff-page.ts'

test.beforeEach(({ context, site }) => signIn(context, site))

const entry = (page: Page, name: string) => page.locator('.calendar-post').filter({ hasText: name })
const dayOf = (page: Page, name: string) => page.locator('.calendar-day').filter({ hasText: name })
const dateOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(Date.parse(day))
const midMonth = (() => {
  const [year = 0, month = 1] = toDay(Date.now()).split('-').map(Number)
  return new Date(Date.UTC(year, month, 15)).toISOString().slice(0, 10)
})()

test('a post is scheduled in the editor, published on time and listed as published', async ({
  page,
  staff,
  request,
}) => {
  const name = unique('Scheduled signal')
  const post = await staff.create({ title: name, published: false })
  await open(page, post.id)
  await expect(form(page).getByText('America/New York time').first()).toBeVisible()
  await form(page)
    .getByLabel('Publish at')
    .fill(toLocalTime(Date.now() + 3_600_000))
  await button(page, 'Schedule').click()
  await page.waitForURL('/admin/blogs')
  await page.clock.install()
  await openHydrated(page, `/admin/blogs?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('table', { name: 'Blog posts' }).locator('tbody').getByRole('row')
  await expect(row).toContainText('scheduled')
  await expect(row).toContainText('Goes out on')
  expect((await request.get(`/blog/${post.slug}`)).status()).toBe(404)

  await staff.schedule(post.id, { publishAt: new Date(Date.now() + 20_000).toISOString() })
  const isOnline = async () => (await request.get(`/blog/${post.slug}`)).status() === 200
  await expect.poll(isOnline, { timeout: 90_000 }).toBe(true)
  await page.clock.fastForward(30_000)
  await expect(row, 'the open list').toContainText('published')
  await openHydrated(page, `/admin/activity?object=${post.id}`)
  await expect(page.getByText(/scheduled by /)).toBeVisible()
})

test(
  'a time that the clock skips is rejected, one that comes twice is asked about, and a failure is replaced by the success',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const post = await staff.create({ title: unique('Clock change'), published: false })
    await page.route(`**/api/blogs/${post.id}`, (route) => route.abort(), { times: 2 })
    await open(page, post.id)
    const field = form(page).getByLabel('Publish at')
    await field.fill('2030-03-10T02:30')
    await expect(field).toHaveAccessibleDescription(/This time does not exist/)
    await button(page, 'Schedule').click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page).toHaveURL(`/admin/blogs/edit/${post.id}`)

    await field.fill('2030-11-03T01:30')
    await expect(field).toHaveAccessibleDescription('America/New York time (EDT)')
    await form(page)
      .getByLabel(/occurs twice/)
      .selectOption({ label: '1:30 AM EST, after the change' })
    await expect(field).toHaveAccessibleDescription('America/New York time (EST)')
    await expect(field).toHaveValue('2030-11-03T01:30')
    await field.fill('')
    await expect(button(page, 'Save Draft')).toBeVisible()

    await field.fill('2030-06-01T10:00')
    const failed = toast(page, 'Failed to save blog post.')
    for (const _ of [1, 2]) {
      await button(page, 'Schedule').click()
      await expect(failed).toHaveCount(1)
      await expect(button(page, 'Schedule')).not.toHaveAttribute('aria-disabled')
    }
    await button(page, 'Schedule').click()
    await expect(toast(page, 'Blog post updated successfully!')).toBeVisible()
    await expect(failed).toHaveCount(0)
  },
)

test(
  'posts are planned and moved in the calendar by keyboard and by mouse',
  { tag: '@once' },
  async ({ page, staff }) => {
    const [planned, scheduled] = [unique('Planned'), unique('Timed')]
    const first = await staff.create({ title: planned, published: false })
    const second = await staff.create({ title: scheduled, published: false })
    await staff.schedule(first.id, { plannedFor: midMonth })
    await staff.schedule(second.id, { publishAt: `${midMonth}T15:00:00Z` })
    let isHeld = false
    const release = await holdRequests(page, `**/api/blogs/${second.id}`, { matches: () => isHeld })
    await openHydrated(page, '/admin/blogs/calendar')
    await expect(page.locator('[aria-current="date"]')).toHaveCount(1)
    const plan = page.getByRole('link', { name: 'Plan a Post', exact: true })
    await expect(plan).toHaveAttribute('href', `/admin/blogs/new?planned=${toDay(Date.now())}`)
    await page.getByRole('link', { name: 'Next month' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/admin/blogs/calendar?month=${midMonth.slice(0, 7)}`)
    await expect(dayOf(page, planned)).toContainText(dateOf(midMonth))

    await page.getByRole('button', { name: `Move ${planned}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Move to').fill(addDays(midMonth, 1))
    await page.keyboard.press('Enter')
    await expect(dayOf(page, planned)).toContainText(dateOf(addDays(midMonth, 1)))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Move ${planned}` })).toBeFocused()

    const target = (days: number) =>
      page.locator('.calendar-day').filter({ hasText: dateOf(addDays(midMonth, days)) })
    await entry(page, scheduled).dragTo(target(3))
    await expect(toast(page, 'will be published on')).toBeVisible()
    await expect(target(3)).toContainText(scheduled)

    isHeld = true
    await entry(page, scheduled).dragTo(target(4))
    await entry(page, scheduled).dragTo(target(5))
    release()
    await expect(target(5)).toContainText(scheduled)

    await entry(page, planned).getByRole('link', { name: planned }).click()
    await expect(title(page)).toHaveValue(planned)
    await expect(form(page).getByLabel('Planned for')).toHaveValue(addDays(midMonth, 1))

    // A past month plans for today, too.
    await openHydrated(page, '/admin/blogs/calendar?month=2020-02')
    await plan.click()
    await expect(form(page).getByLabel('Planned for')).toHaveValue(toDay(Date.now()))
  },
)

test('an open calendar goes on to the next day at midnight', { tag: '@once' }, async ({ page }) => {
  const tomorrow = addDays(toDay(Date.now()), 1)
  await page.clock.install()
  const hydrated = page.waitForResponse('**/api/stats')
  await page.goto(`/admin/blogs/calendar?month=${tomorrow.slice(0, 7)}`)
  await hydrated
  await page.clock.fastForward('24:00:00')
  await expect(page.locator('.calendar-day[data-today]')).toContainText(dateOf(tomorrow))
})

test(
  'a move that fails is explained in its dialog, and after a drag in place of the last toast, and is not joined by a removal',
  { tag: '@once' },
  async ({ page, staff, allowed }) => {
    allowed.push(networkError(412), /ERR_FAILED/)
    const planned = unique('Moved once')
    const { id } = await staff.create({ title: planned, published: false })
    await staff.schedule(id, { plannedFor: '2030-03-20' })
    const release = await holdRequests(page, `**/api/blogs/${id}`)
    await page.route(`**/api/blogs/${id}`, (route) => route.abort(), { times: 1 })
    const name = unique('Half past two')
    const post = await staff.create({ title: name, published: false })
    await staff.schedule(post.id, { publishAt: '2030-03-08T07:30:00Z' })
    await openHydrated(page, '/admin/blogs/calendar?month=2030-03')
    const target = (day: string) => page.locator('.calendar-day').filter({ hasText: dateOf(day) })
    const skipped = toast(page, 'This time does not exist')
    await entry(page, name).dragTo(target('2030-03-10'))
    await expect(skipped).toBeVisible()
    await entry(page, name).dragTo(target('2030-03-11'))
    await expect(toast(page, 'will be published on March 11, 2030 at 2:30 AM EDT')).toBeVisible()
    await expect(skipped).toHaveCount(0)
    await expect(target('2030-03-11')).toContainText(name)

    await page.getByRole('button', { name: `Move ${name}` }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Move to').fill('2030-03-10')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('This time does not exist')
    await expect(skipped).toHaveCount(0)
    await staff.update(post.id, { excerpt: 'Changed by somebody else.' })
    await dialog.getByLabel('Move to').fill('2030-03-12')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('This post was changed meanwhile.')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(entry(page, name)).toBeVisible()
    await expect(target('2030-03-12')).toContainText(name)

    await page.getByRole('button', { name: `Move ${planned}` }).click()
    const day = page.getByLabel('Move to')
    await day.fill('2030-03-21')
    await day.press('Enter')
    await expect(page.getByText('The server did not respond. Please try again.')).toBeVisible()

    await day.press('Enter')
    await expect(day).not.toBeEditable()
    await page.getByRole('button', { name: 'Remove from the calendar' }).press('Enter')
    release()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(dayOf(page, planned)).toContainText(dateOf('2030-03-21'))
    await page.reload()
    await expect(dayOf(page, planned)).toContainText(dateOf('2030-03-21'))
  },
)

test(
  'a day with many posts shows some of them, and the others on request, and a long title has three lines',
  { tag: '@once' },
  async ({ page, staff }) => {
    const day = addDays(midMonth, 7)
    const posts = await Promise.all(
      Array.from({ length: 8 }, () => staff.create({ title: unique('Crowded'), published: false })),
    )
    for (const { id } of posts) await staff.schedule(id, { plannedFor: day })
    const long = await staff.create({
      title: `${unique('Long')} ${'reef and rigging '.repeat(10)}`.trim(),
      published: false,
    })
    await staff.schedule(long.id, { plannedFor: addDays(day, -5) })
    await page.setViewportSize({ width: 1024, height: 800 })
    await openHydrated(page, `/admin/blogs/calendar?month=${day.slice(0, 7)}`)
    const cell = page.locator('.calendar-day').filter({ hasText: dateOf(day) })
    const entries = cell.locator('.calendar-post')
    await expect(entries).toHaveCount(5)
    await cell.getByRole('button', { name: `+3 more on ${dateOf(day)}` }).press('Enter')
    for (const { title } of posts) await expect(cell.getByRole('link', { name: title })).toBeVisible()
    await cell.getByRole('button', { name: `Show fewer on ${dateOf(day)}` }).click()
    await expect(entries).toHaveCount(5)
    const link = entry(page, long.title).getByRole('link')
    await expect(link).toHaveAttribute('title', long.title)
    expect((await link.boundingBox())?.height).toBeLessThan(3.5 * 14 * 1.3)
  },
)

test('the calendar and the schedule of a post are accessible', { tag: '@once' }, async ({ page, staff }) => {
  const posts = await Promise.all([1, 2].map(() => staff.create({ title: unique('Seen'), published: false })))
  const [planned = '', timed = ''] = posts.map(({ id }) => id)
  await staff.schedule(planned, { plannedFor: midMonth })
  await staff.schedule(timed, { publishAt: `${midMonth}T15:00:00Z`, unpublishAt: '2099-01-01T00:00:00Z' })
  await openHydrated(page, `/admin/blogs/calendar?month=${midMonth.slice(0, 7)}`)
  await expect(page.locator('.calendar-post').first()).toBeVisible()
  await expectAccessibleInBoth(page)
  await open(page, timed)
  await form(page).getByLabel('Publish at').fill('2030-11-03T01:30')
  await expectAccessibleInBoth(page, 'the schedule', { include: 'fieldset fieldset' })
})
