import type { Locator, Page } from '@playwright/test'
import {
  appearances,
  changeAppearance,
  expectAccessible,
  expectAccessibleInBoth,
} from '../support/accessibility.ts'
import { expect, networkError } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { box, row, rows, write } from '../support/posts-page.ts'
import { signIn } from '../support/session.ts'
import { test } from '../support/staff-fixtures.ts'
import {
  openHydrated,
  reconnect,
  reloadHydrated,
  holdToast,
  toast,
  undoButton,
} from '../support/staff-page.ts'

const range = (page: Page) => page.getByText(/^Showing \d+ to \d+ of \d+ results$/)
const open = (page: Page, query: string) => openHydrated(page, `/admin/blogs?${query}`)
const apiCalls = /\/api\/blogs(\/|\?|$)/

test.describe('the list', () => {
  test('is rendered on the server, with every column and link', async ({ page, staff }) => {
    const { word, posts, titles } = await write(staff, 2, (number) => ({
      excerpt: `Excerpt ${number}`,
      tags: number === 1 ? ['Rigging', 'Sails', 'Knots', 'Flags'] : ['Rigging'],
      published: number === 1,
    }))
    const { title: hebrew } = await staff.create({ title: `שלום ${word}` })
    // The rows are fresh for seconds only, and a busy machine may need longer to show them.
    await page.clock.setFixedTime(Date.now())
    const calls: string[] = []
    page.on('request', (request) => {
      if (apiCalls.test(request.url())) calls.push(request.url())
    })
    const response = await page.goto(`/admin/blogs?search=${word}`)
    expect(await response?.text()).toContain(titles[0])
    expect(response?.headers()['cache-control']).toBe('private, no-store')
    await expect(page).toHaveTitle('Blog Posts | Halyard staff')

    await expect(page.getByRole('columnheader')).toHaveText([
      /Select all/,
      'Post',
      'Author',
      'Status',
      'Created',
      'Updated',
      'Views',
      'Actions',
    ])
    const first = row(page, titles[0] ?? '')
    await expect(first).toContainText('Excerpt 1')
    await expect(first.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
      'Rigging',
      'Sails',
      '+2 more',
    ])
    const created = first.locator('[data-label="Created"] time')
    const createdAt = new Date((await created.getAttribute('datetime')) ?? '')
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
    expect(Date.now() - createdAt.getTime()).toBeLessThan(90_000)
    await expect(created).toHaveText(long.format(createdAt))
    await expect(first.locator('[data-label="Updated"] time')).toHaveText(long.format(createdAt))
    await expect(first).toContainText('published')
    await expect(row(page, titles[1] ?? '')).toContainText('draft')
    await expect(range(page)).toHaveText('Showing 1 to 3 of 3 results')
    await expect(page.getByRole('link', { name: hebrew, exact: true })).toHaveCSS('direction', 'rtl')
    for (const { id, slug, title, published } of posts) {
      const view = page.getByRole('link', { name: `View ${title}`, exact: true })
      await expect(view).toHaveAttribute('href', published ? `/blog/${slug}` : `/admin/blogs/preview/${id}`)
      const edit = page.getByRole('link', { name: `Edit ${title}`, exact: true })
      await expect(edit).toHaveAttribute('href', `/admin/blogs/edit/${id}`)
    }
    expect(calls).toEqual([])
  })

  test(
    'is paginated, with the page in the URL, and shown until the next one has loaded',
    { tag: '@once' },
    async ({ page, staff }) => {
      const { word, titles } = await write(staff, 12)
      const release = await holdRequests(page, /\/api\/blogs\?.*page=2/)
      await open(page, `search=${word}`)
      await expect(range(page)).toHaveText('Showing 1 to 10 of 12 results')
      await expect(rows(page)).toHaveCount(10)
      const pages = page.getByRole('navigation', { name: 'Pages' })
      await pages.getByRole('link', { name: 'Next' }).click()
      await expect(page.locator('[aria-busy="true"]')).toBeVisible()
      await expect(rows(page)).toHaveCount(10)
      release()
      await expect(range(page)).toHaveText('Showing 11 to 12 of 12 results')
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(page).toHaveURL(`/admin/blogs?search=${word}&page=2`)
      await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
      await reloadHydrated(page)
      await expect(rows(page)).toHaveCount(2)
      await expect(row(page, titles[0] ?? '')).toBeVisible()
      await page.goBack()
      await expect(range(page)).toHaveText('Showing 1 to 10 of 12 results')
      await open(page, `search=${word}&page=7`)
      await expect(page).toHaveURL(`/admin/blogs?search=${word}&page=2`)
      await expect(rows(page)).toHaveCount(2)
    },
  )

  test(
    'is sorted by column in both directions, with the order in the URL',
    { tag: '@once' },
    async ({ page, staff }) => {
      const { word, titles } = await write(staff, 3, (number) => ({ content: `Text of ${number}` }))
      await open(page, `search=${word}`)
      const header = (name: string) => page.getByRole('columnheader', { name })
      const shown = () => rows(page).locator('.post-title')
      await expect(page.locator('th[aria-sort]')).toHaveCount(0)
      await header('Post').getByRole('button').press('Enter')
      await expect(header('Post')).toHaveAttribute('aria-sort', 'ascending')
      await expect(shown()).toHaveText(titles)
      await expect(page).toHaveURL(`/admin/blogs?search=${word}&sort=title&order=asc`)
      await header('Post').getByRole('button').press('Enter')
      await expect(header('Post')).toHaveAttribute('aria-sort', 'descending')
      await expect(shown()).toHaveText(titles.toReversed())
      await expect(header('Post').getByRole('button')).toBeFocused()
      await page.goBack()
      await expect(shown()).toHaveText(titles)
      await reloadHydrated(page)
      await expect(shown()).toHaveText(titles)
      for (const name of ['Created', 'Updated', 'Views']) {
        await header(name).getByRole('button').click()
        await expect(header(name)).toHaveAttribute('aria-sort', 'descending')
        await expect(page.locator('th[aria-sort]')).toHaveCount(1)
      }
      await expect(page).toHaveURL(`/admin/blogs?search=${word}&sort=views&order=desc`)
      await open(page, 'sort=password&order=up')
      await expect(header('Created')).toHaveAttribute('aria-sort', 'descending')
    },
  )

  test(
    'shows ten posts on a laptop without scrolling, with one title, one search box and long tags cut',
    { tag: '@once' },
    async ({ page, staff }) => {
      const excerpt = 'An excerpt that is far too long for one line of the list. '.repeat(4)
      const tag = 'Marketing consultancy for the smaller harbors'
      const { word } = await write(staff, 10, (number) => ({
        tags: [number === 10 ? tag : 'Rigging', 'Sails', 'Knots'],
        excerpt: number === 10 ? 'An excerpt beside the tags.' : excerpt,
        published: number % 2 === 0,
      }))
      await page.setViewportSize({ width: 1440, height: 900 })
      await open(page, `search=${word}`)
      const boxes = await rows(page).evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect().toJSON()),
      )
      expect(boxes).toHaveLength(10)
      for (const { height, bottom } of boxes) {
        expect(Math.round(height)).toBeLessThanOrEqual(57)
        expect(bottom).toBeLessThanOrEqual(900)
      }
      await expect(
        page.getByText('Blog Posts', { exact: true }).and(page.locator('header *, h1')),
      ).toHaveCount(2)
      await expect(page.getByRole('heading', { level: 1 })).toHaveClass(/sr-only/)
      await expect(page.getByRole('searchbox')).toHaveCount(1)

      const first = rows(page).first()
      const tags = first.getByRole('list', { name: 'Tags' }).getByRole('listitem')
      await expect(tags).toHaveText([tag, 'Sails', '+1 more'])
      await expect(tags.first()).toHaveAttribute('title', tag)
      const cut = await tags.evaluateAll((items) => items.map((item) => item.scrollWidth > item.clientWidth))
      expect(cut).toEqual([true, false, false])

      await page.setViewportSize({ width: 768, height: 1024 })
      const facts = await first
        .locator('td:not(.list-check, .list-main, .list-actions)')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON()))
      const middles = facts.map(({ top, bottom }) => Math.round((top + bottom) / 2))
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
    },
  )

  test('searches while typing', { tag: '@once' }, async ({ page, staff }) => {
    const { word } = await write(staff, 2)
    await page.clock.install()
    await openHydrated(page, '/admin/blogs')
    const field = page.getByRole('searchbox', { name: 'Search blog posts' })
    await field.pressSequentially(`${word} 2`)
    await expect(page).toHaveURL(`/admin/blogs?search=${word}+2`)
    await expect(rows(page)).toHaveCount(1)
    await field.fill(word)
    await field.press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await page.clock.pauseAt(Date.now() + 60_000)
    await field.fill(`${word} 1`)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(field).toHaveValue('')
    await page.clock.runFor(1000)
    await expect(page).toHaveURL('/admin/blogs')

    await field.fill(`${word} 1`)
    await page.evaluate(() => history.pushState(null, '', '/admin/blogs?search=rope'))
    await expect(page.getByRole('button', { name: 'Clear all' })).toBeVisible()
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(`/admin/blogs?search=${word}+1`)
    await expect(field).toHaveValue(`${word} 1`)
  })

  test('filters by status, author and date, and has an empty state', async ({ page, staff }) => {
    const { word, titles } = await write(staff, 3, (number) => ({ published: number < 3 }))
    await open(page, `search=${word}`)
    const toggle = page.getByRole('button', { name: /^Filters/ })
    await expect(page.getByLabel('Status')).toBeHidden()
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')

    await page.getByLabel('Status').selectOption('published')
    await expect(range(page)).toHaveText('Showing 1 to 2 of 2 results')
    await page.getByLabel('Status').selectOption('draft')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, titles[2] ?? '')).toBeVisible()
    // Not "today", because the site's midnight may have passed since the posts were written.
    await page.getByLabel('Date range').selectOption('week')
    await expect(page).toHaveURL(`/admin/blogs?search=${word}&status=draft&range=week`)
    await expect(rows(page)).toHaveCount(1)
    await reloadHydrated(page)
    await expect(page.getByLabel('Status')).toHaveValue('draft')
    await expect(page.getByLabel('Date range')).toHaveValue('week')

    await page.getByLabel('Author').selectOption({ label: 'Ines Calloway' })
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByLabel('Status').selectOption('archived')
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await expect(range(page)).toHaveCount(0)
  })

  test(
    'retries a failed read once, then shows an error with a retry button, and leads to sign-in without a session',
    { tag: '@once' },
    async ({ page, context, staff, allowed }) => {
      allowed.push(networkError(500), /^response: 500/)
      const { word } = await write(staff, 11)
      let tries = 0
      await page.route(/\/api\/blogs\?.*page=2/, (route) => {
        tries += 1
        return route.fulfill({ status: 500, json: { error: 'No.' } })
      })
      await open(page, `search=${word}`)
      await page.getByRole('link', { name: 'Next' }).click()
      const alert = page
        .getByRole('alert')
        .filter({ hasText: 'Failed to load blog posts. Please try again.' })
      await expect(alert).toBeVisible()
      expect(tries).toBe(2)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      const again = alert.getByRole('button', { name: 'Try again' })
      await again.click()
      await expect.poll(() => tries).toBe(4)
      await expect(again).toBeFocused()
      await page.unroute(/\/api\/blogs\?.*page=2/)
      await again.click()
      await expect(rows(page)).toHaveCount(1)
      expect(tries).toBe(4)

      allowed.push(networkError(401))
      await context.clearCookies()
      await page.getByRole('columnheader', { name: 'Post' }).getByRole('button').click()
      await page.waitForURL(/\/admin\/login\?/)
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('from')).toBe(`/admin/blogs?search=${word}&sort=title&order=asc`)
    },
  )
})

test.describe('deleting a post', () => {
  test(
    'asks for confirmation, shows an error when it fails, and removes it from the site',
    { tag: '@once' },
    async ({ page, staff, request, allowed }) => {
      allowed.push(networkError(500), /^response: 500/)
      const { word, posts } = await write(staff, 2)
      const [post] = posts
      if (!post) throw new Error('nothing was written')
      await open(page, `search=${word}`)
      const trash = page.getByRole('button', { name: `Delete ${post.title}` })
      await trash.click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('Are you sure you want to delete this blog post?')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(trash).toBeFocused()
      await trash.click()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(rows(page)).toHaveCount(2)

      const failing = `**/api/blogs/${post.id}`
      await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
      await trash.click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(toast(page, 'Failed to delete blog post. Please try again.')).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
      expect((await request.get(`/blog/${post.slug}`)).status()).toBe(200)

      await page.unroute(failing)
      await trash.click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(toast(page, 'Blog post deleted successfully!')).toBeVisible()
      staff.forget(post.id)
      await expect(rows(page)).toHaveCount(1)
      await expect(range(page)).toHaveText('Showing 1 to 1 of 1 results')
      await expect(page.locator('body')).not.toBeFocused()
      expect((await request.get(`/blog/${post.slug}`)).status()).toBe(404)
    },
  )
})

test.describe('selected posts', () => {
  test('are counted, selected all at once or one by one', { tag: '@once' }, async ({ page, staff }) => {
    const { word, titles } = await write(staff, 11)
    await open(page, `search=${word}`)
    const all = page.getByRole('checkbox', { name: 'Select all on this page' })
    const bar = page.getByRole('group', { name: 'Selected posts' })
    await expect(bar).toBeHidden()
    await box(page, titles[10] ?? '').check()
    await expect(bar).toContainText('1 selected')
    expect(await all.evaluate((input) => input instanceof HTMLInputElement && input.indeterminate)).toBe(true)
    await all.check()
    await expect(bar).toContainText('10 selected')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(bar).toContainText('10 selected (10 on other pages)')
    await expect(all).not.toBeChecked()
    await box(page, titles[0] ?? '').check()
    await expect(bar).toContainText('11 selected (10 on other pages)')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(bar).toBeHidden()
  })

  for (const width of [375, 1280])
    test(
      `do not move the rows at ${width} px, nor cover the selected one or a toast`,
      {
        tag: '@once',
      },
      async ({ page, staff, allowed }) => {
        allowed.push(networkError(500), /^response: 500/)
        await page.setViewportSize({ width, height: 800 })
        const { word, titles } = await write(staff, 10, () => ({ published: false }))
        await open(page, `search=${word}`)
        const [last = ''] = titles
        const newest = row(page, titles.at(-1) ?? '')
        const bar = page.getByRole('group', { name: 'Selected posts' })
        const before = await newest.boundingBox()
        await box(page, titles.at(-1) ?? '').check()
        await expect(bar).toBeInViewport({ ratio: 1 })
        expect(await newest.boundingBox()).toEqual(before)
        await page.getByRole('button', { name: 'Clear selection' }).click()

        // As a mouse does, without scrolling to the middle of the window first.
        await box(page, last).evaluate((input) => input.scrollIntoView({ block: 'end' }))
        await box(page, last).focus()
        await page.keyboard.press('Space')
        await expect(bar).toBeVisible()
        const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN
        await expect.poll(async () => (await top(box(page, last))) + 20).toBeLessThan(await top(bar))

        await page.route('**/api/blogs/*', (route) =>
          route.fulfill({ status: 500, json: { error: 'Failed' } }),
        )
        await bar.getByRole('button', { name: 'Publish' }).click()
        const failed = page.locator('[data-sonner-toast]').first()
        await holdToast(page, 'Failed to publish selected blog posts. Please try again.')
        await expect(failed).toBeInViewport({ ratio: 1 })
        await expect
          .poll(async () => (await top(failed)) + ((await failed.boundingBox())?.height ?? NaN))
          .toBeLessThan(await top(bar))
      },
    )

  test('leave the focus visible in small windows', { tag: '@once' }, async ({ page, staff }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { word, titles } = await write(staff, 6, () => ({ excerpt: 'Opens.', tags: ['Rigging'] }))
    await open(page, `search=${word}`)
    const first = box(page, titles.at(-1) ?? '')
    const focused = page.getByRole('table').locator(':focus')
    for (const [width, height] of [
      [640, 512],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      await first.check()
      await expect(page.getByRole('group', { name: 'Selected posts' })).toBeVisible()
      await first.focus()
      const covered: string[] = []
      for (let stop = 1; stop <= 20; stop += 1) {
        await page.keyboard.press('Tab')
        const isCovered = await focused.evaluate((element) => {
          const { x, y, width: wide, height: high } = element.getBoundingClientRect()
          return !element.contains(document.elementFromPoint(x + wide / 2, y + high / 2))
        })
        if (isCovered) covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 120)))
      }
      expect(covered, `at ${width} x ${height} px`).toEqual([])
      await first.uncheck()
    }
  })

  test(
    'that somebody else deleted meanwhile are named, and no longer selected',
    { tag: '@once' },
    async ({ page, staff, allowed }) => {
      allowed.push(networkError(404))
      const { word, posts } = await write(staff, 2)
      const [gone, other] = posts
      if (!gone || !other) throw new Error('nothing was written')
      await open(page, `search=${word}`)
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await staff.delete(gone.id)
      const bar = page.getByRole('group', { name: 'Selected posts' })
      await bar.getByRole('button', { name: 'Archive' }).click()
      await expect(toast(page, '1 of 2 blog posts was archived.')).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: 'Blog post not found' })).toContainText(
        gone.title,
      )
      await expect(bar).toHaveCount(0)
    },
  )

  test('are kept when others changed meanwhile', { tag: '@once' }, async ({ page, staff }) => {
    const { word, titles } = await write(staff, 4)
    const [changed = '', kept = '', late = '', bulk = ''] = titles
    await open(page, `search=${word}`)
    await box(page, kept).check()
    const release = await holdRequests(page, '**/api/blogs/*/archive')
    await page.getByRole('button', { name: `Archive ${changed}`, exact: true }).click()
    await box(page, late).check()
    release()
    await expect(row(page, changed)).toHaveCount(0)
    await expect(box(page, late)).toBeChecked()
    await expect(box(page, kept)).toBeChecked()

    await page.getByRole('button', { name: 'Clear selection' }).click()
    await box(page, bulk).check()
    const releaseBulk = await holdRequests(page, '**/api/blogs/*/archive')
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await box(page, late).check()
    releaseBulk()
    await expect(row(page, bulk)).toHaveCount(0)
    await expect(box(page, late)).toBeChecked()
    await expect(box(page, kept)).not.toBeChecked()
  })

  test('are selected as a range with Shift', { tag: '@once' }, async ({ page, staff }) => {
    const { word, titles } = await write(staff, 6)
    await open(page, `search=${word}&sort=title&order=asc`)
    const bar = page.getByRole('group', { name: 'Selected posts' })
    const nth = (number: number) => box(page, titles[number - 1] ?? '')
    await nth(5).check()
    await nth(2).click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('4 selected')
    for (const number of [2, 3, 4, 5]) await expect(nth(number)).toBeChecked()
    await nth(3).click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('2 selected')
    for (const number of [4, 5]) await expect(nth(number)).toBeChecked()
    await nth(6).focus()
    await page.keyboard.press('Shift+Space')
    await expect(bar).toContainText('4 selected')
    for (const number of [1, 2]) await expect(nth(number)).not.toBeChecked()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await nth(2).click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('1 selected')
  })

  test(
    'stay selected at the end of the session',
    { tag: '@once' },
    async ({ page, context, site, staff, allowed }) => {
      allowed.push(networkError(401))
      const { word, titles } = await write(staff, 2)
      await open(page, `search=${word}`)
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await context.clearCookies()
      await reconnect(page)
      // Each rejected request replaces the toast.
      await expect(toast(page, 'Your session has ended.').first()).toBeVisible()
      const bar = page.getByRole('group', { name: 'Selected posts' })
      await bar.getByRole('button', { name: 'Draft', exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended.' })).toBeVisible()
      await expect(bar).toContainText('2 selected')
      await signIn(context, site)
      await bar.getByRole('button', { name: 'Draft', exact: true }).click()
      await expect(row(page, titles[0] ?? '')).toContainText('draft')
      await expect(row(page, titles[1] ?? '')).toContainText('draft')
      await expect(bar).toBeHidden()
    },
  )

  test('are published and unpublished by sending only that field', async ({ page, staff, request }) => {
    const { word, posts, titles } = await write(staff, 3, () => ({ published: false, excerpt: 'Kept.' }))
    await open(page, `search=${word}`)
    const bodies: (string | null)[] = []
    page.on('request', (sent) => {
      if (sent.method() === 'PUT') bodies.push(sent.postData())
    })
    for (const title of titles.slice(0, 2)) await box(page, title).check()
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(button('Publish')).toHaveAccessibleDescription('publishes 2 drafts')
    await expect(button('Draft')).toHaveAccessibleDescription('already draft')
    await expect(button('Draft')).toHaveAttribute('aria-disabled', 'true')
    await button('Publish').click()
    await expect(toast(page, '2 blog posts published successfully!')).toBeVisible()
    await expect(rows(page).filter({ hasText: 'published' })).toHaveCount(2)
    await expect(page.getByRole('group', { name: 'Selected posts' })).toBeHidden()
    expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(200)

    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(button('Draft')).toHaveAccessibleDescription('takes 2 posts offline')
    await button('Draft').click()
    await expect(toast(page, '2 blog posts saved as draft successfully!')).toBeVisible()
    await expect(rows(page).filter({ hasText: 'draft' })).toHaveCount(3)
    await expect(row(page, titles[0] ?? '')).toContainText('Kept.')
    expect((await request.get(`/blog/${posts[0]?.slug}`)).status()).toBe(404)
    expect(bodies).toHaveLength(4)
    for (const body of bodies) expect(body?.match(/name="\w+"/g)).toEqual(['name="published"'])
  })

  test('leave the pagination free when their toast is shown', { tag: '@once' }, async ({ page, staff }) => {
    const { word, titles } = await write(staff, 13, () => ({ published: false }))
    const pages = page.getByRole('navigation', { name: 'Pages' })
    for (const [index, [width, height]] of [
      [1440, 900] as const,
      [768, 1024] as const,
      [375, 720] as const,
    ].entries()) {
      await page.setViewportSize({ width, height })
      await open(page, `search=${word}&sort=title&order=desc`)
      await box(page, titles[8 - index] ?? '').check()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const published = '1 blog post published successfully!'
      // The bar disappears later than the toast is shown, and moves it.
      await expect(page.getByRole('group', { name: 'Selected posts' })).toHaveCount(0)
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await holdToast(page, published)
      const [shown, free] = [await toast(page, published).boundingBox(), await pages.boundingBox()]
      if (!shown || !free) throw new Error('No toast or no pagination')
      const isBeside = free.x >= shown.x + shown.width || free.x + free.width <= shown.x
      expect(isBeside || free.y + free.height <= shown.y, `at ${width} px`).toBe(true)
    }
  })

  test(
    'that were published by mistake are scheduled and planned again with Undo',
    { tag: '@once' },
    async ({ page, staff, storedPosts }) => {
      const { word, posts, titles } = await write(staff, 2, () => ({ published: false }))
      const dates = { publishAt: '2199-03-01T09:00:00.000Z', plannedFor: '2199-03-01' }
      for (const { id } of posts) await staff.schedule(id, dates)
      await open(page, `search=${word}`)
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const published = '2 blog posts published successfully!'
      await holdToast(page, published)
      await expect(rows(page).filter({ hasText: 'published' })).toHaveCount(2)
      await undoButton(page, published).click()
      await expect(toast(page, 'The change to 2 blog posts was undone.')).toBeVisible()
      await expect(row(page, titles[0] ?? '')).toContainText('scheduled')
      for (const { id } of posts)
        expect(await storedPosts.read(id)).toMatchObject({ ...dates, published: false, publishedAt: null })
    },
  )

  test('are deleted six at a time, with progress', { tag: '@once' }, async ({ page, staff }) => {
    const { word, posts } = await write(staff, 13)
    await open(page, `search=${word}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()

    let [underWay, most] = [0, 0]
    const gate = Promise.withResolvers<void>()
    await page.route(/\/api\/blogs\/\w+/, async (route) => {
      underWay += 1
      most = Math.max(most, underWay)
      await gate.promise
      const response = await route.fetch()
      underWay -= 1
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Are you sure you want to delete 13 blog posts?')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('progressbar', { name: 'Deleting: 0 of 13' })).toBeVisible()
    await expect.poll(() => underWay).toBe(6)
    gate.resolve()
    await expect(toast(page, '13 blog posts deleted successfully!')).toBeVisible()
    for (const { id } of posts) staff.forget(id)
    expect(most).toBe(6)
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  })

  test(
    'that could not be changed are listed and stay selected',
    { tag: '@once' },
    async ({ page, staff, allowed }) => {
      allowed.push(networkError(409), networkError(500), /^response: 500/)
      const { word, posts, titles } = await write(staff, 3)
      await open(page, `search=${word}`)
      const failing = `**/api/blogs/${posts[1]?.id}`
      const error = 'Nobody has approved this text.'
      await page.route(`**/api/blogs/${posts[0]?.id}`, (route) =>
        route.fulfill({ status: 409, json: { error } }),
      )
      await page.route(failing, (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }))
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Draft', exact: true }).click()
      await expect(toast(page, 'Failed to draft selected blog posts. Please try again.')).toBeVisible()
      await expect(page.getByText('1 of 3 blog posts was saved as draft.')).toBeVisible()
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to draft selected blog posts.' })
      await expect(alert.getByRole('paragraph')).toHaveText([
        'Failed to draft selected blog posts. Please try again.',
        error,
      ])
      await expect(alert.getByRole('listitem')).toHaveCount(2)
      await expect(rows(page).filter({ hasText: 'draft' })).toHaveCount(1)
      await expect(box(page, titles[1] ?? '')).toBeChecked()
      await expect(page.getByRole('group', { name: 'Selected posts' })).toContainText('2 selected')

      await page.unrouteAll()
      await page.getByRole('button', { name: 'Draft', exact: true }).click()
      await expect(toast(page, '2 blog posts saved as draft successfully!')).toBeVisible()
      await expect(alert).toBeHidden()
      await expect(rows(page).filter({ hasText: 'draft' })).toHaveCount(3)
    },
  )
})

test(
  'posts that are being changed cannot be changed again before that ends',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { word, titles } = await write(staff, 3)
    const releaseArchive = await holdRequests(page, '**/api/blogs/*/archive')
    const releaseDrafts = await holdRequests(page, '**/api/blogs/*', {
      matches: (request) => request.method() === 'PUT',
    })
    await open(page, `search=${word}`)
    for (const title of titles.slice(0, 2)) await box(page, title).check()
    const draft = page.getByRole('button', { name: 'Draft', exact: true })
    await draft.click()
    for (const label of ['Archive', 'Delete'])
      await expect(page.getByRole('button', { name: `${label} ${titles[0]}` })).toBeDisabled()
    const archive = page.getByRole('button', { name: `Archive ${titles[2]}` })
    await archive.dblclick()
    await expect(archive).toBeDisabled()
    releaseArchive()
    await expect(toast(page, 'Blog post archived successfully!')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await expect(draft).toBeDisabled()
    releaseDrafts()
    await expect(toast(page, '2 blog posts saved as draft successfully!')).toBeVisible()
    await expect(toast(page, 'Failed')).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Archive ${titles[0]}` })).toBeEnabled()
  },
)

test(
  'focus stays in the list after paging, filtering, searching and clearing',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { word, titles } = await write(staff, 12)
    await open(page, `search=${word}`)
    const results = page.getByRole('region', { name: 'Results' })
    await page.getByRole('link', { name: 'Next' }).press('Enter')
    await expect(rows(page)).toHaveCount(2)
    await expect(results).toBeFocused()
    await page.getByRole('link', { name: 'Page 1' }).press('Enter')
    await expect(rows(page)).toHaveCount(10)
    await expect(results).toBeFocused()

    await page.getByRole('button', { name: /^Filters/ }).press('Enter')
    const status = page.getByLabel('Status')
    await status.focus()
    await status.selectOption('draft')
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await expect(status).toBeFocused()
    await page.getByRole('button', { name: 'Clear all' }).press('Enter')
    await expect(results).toBeFocused()

    const field = page.getByRole('searchbox', { name: 'Search blog posts' })
    await field.fill(word)
    await field.press('Enter')
    await expect(range(page)).toHaveText('Showing 1 to 10 of 12 results')
    await expect(field).toBeFocused()
    await box(page, titles[11] ?? '').check()
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter')
    await expect(results).toBeFocused()
  },
)

test('focus moves to the next row after a post is deleted', { tag: '@once' }, async ({ page, staff }) => {
  const { word, posts, titles } = await write(staff, 3)
  await open(page, `search=${word}`)
  for (const [deleted, next] of [
    [1, 0],
    [0, 2],
  ] as const) {
    await page.getByRole('button', { name: `Delete ${titles[deleted]}` }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(row(page, titles[deleted] ?? '')).toHaveCount(0)
    staff.forget(posts[deleted]?.id ?? '')
    await expect(page.getByRole('link', { name: titles[next] ?? '', exact: true })).toBeFocused()
  }
})

test('Back closes a question about a post of the list', { tag: '@once' }, async ({ page, staff }) => {
  const { word, titles } = await write(staff, 2)
  await open(page, 'status=published')
  await page.getByRole('searchbox', { name: 'Search blog posts' }).fill(word)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: `Delete ${titles[1]}` }).press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/admin/blogs?status=published')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test(
  'Back from a post focuses the link in the list that opened it',
  { tag: '@once' },
  async ({ page, staff }) => {
    const { word } = await write(staff, 10)
    await open(page, `search=${word}`)
    await expect(rows(page)).toHaveCount(10)
    const opened = rows(page).nth(8)
    for (const link of [opened.getByRole('link').first(), opened.getByRole('link', { name: /^Edit/ })]) {
      await link.press('Enter')
      await expect(page.getByRole('form', { name: 'Blog post' })).toBeVisible()
      await page.goBack()
      await expect(link).toBeFocused()
      await expect(link).toBeInViewport()
    }
    await page.getByRole('link', { name: 'Analytics', exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/admin\/analytics/)
    await page.goBack()
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByRole('link', { name: 'Analytics', exact: true })).toBeFocused()
  },
)

test(
  'Forward to a list focuses no link that was opened in another tab',
  { tag: '@once' },
  async ({ page }) => {
    await openHydrated(page, '/admin/blogs/tags')
    await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'All Posts' }).click()
    const links = rows(page).first().getByRole('link')
    const opened = page.context().waitForEvent('page')
    await links.first().click({ modifiers: ['ControlOrMeta'] })
    await (await opened).close()
    await links.last().focus()
    await page.goBack()
    await expect(page).toHaveURL('/admin/blogs/tags')
    await page.goForward()
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').and(page.locator(':focus'))).toHaveCount(0)
  },
)

test('everything works by keyboard', { tag: '@once' }, async ({ page, staff }) => {
  const { word, posts, titles } = await write(staff, 2)
  await open(page, `search=${word}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus()
  for (const name of ['Post', 'Created', 'Updated', 'Views']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(box(page, titles[1] ?? '')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box(page, titles[1] ?? '')).toBeFocused()
  const steps = ['link', 'link', 'link', 'button', 'button'] as const
  const names = [
    titles[1],
    `View ${titles[1]}`,
    `Edit ${titles[1]}`,
    `Archive ${titles[1]}`,
    `Delete ${titles[1]}`,
  ]
  for (const [index, role] of steps.entries()) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole(role, { name: names[index] ?? '', exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Blog post deleted successfully!')).toBeVisible()
  staff.forget(posts[1]?.id ?? '')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.locator('body')).not.toBeFocused()
})

test('is accessible and fits every width', { tag: '@once' }, async ({ page, staff }) => {
  const tags = ['Standing rigging', 'Running rigging', 'Knots']
  const { word, titles } = await write(staff, 2, () => ({ tags }))
  await open(page, `search=${word}nothing`)
  await expectAccessibleInBoth(page, 'the list without results', { include: 'main' })
  await open(page, `search=${word}&status=published`)
  await box(page, titles[0] ?? '').check()
  for (const appearance of appearances) {
    await changeAppearance(page, appearance)
    // Above the end, the bar covers a part of the list, as sticky bars do.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page, `the list at ${appearance.width} px`, { include: 'main' })
  }
  await page.getByRole('button', { name: `Delete ${titles[0]}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInBoth(page, 'the question', { include: '[role=alertdialog]' })
  await page.keyboard.press('Escape')

  for (const width of [320, 375, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const [wide, room] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(wide, `pixels at ${width}`).toBeLessThanOrEqual(room ?? 0)
    const right = (element: Element) => element.getBoundingClientRect().right
    const edges = await Promise.all([
      page.getByText('+1 more').first().evaluate(right),
      page.getByRole('cell').filter({ hasText: '+1 more' }).first().evaluate(right),
    ])
    expect(edges[0], `the tags at ${width}`).toBeLessThanOrEqual(edges[1])
  }
})
