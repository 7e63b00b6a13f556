import type { Page } from '@playwright/test'
import { expect, networkNote, test, unique } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const summary = (page: Page) => page.getByRole('main').getByText(/^Showing \d+ of \d+ articles/)
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const numbers = (page: Page) => pages(page).getByRole('link', { name: /^Page \d+$/ })
const tags = (page: Page) => page.getByRole('navigation', { name: 'Tags' })
const emptyText = 'No articles found. Try adjusting your search or filter criteria.'

/** Twelve posts under one tag of their own: two full pages. */
async function createTagged(
  staff: { create(fields: { title: string; tags: string[] }): Promise<unknown> },
  count: number,
) {
  const tag = unique('Knots')
  for (let number = 1; number <= count; number++)
    await staff.create({ title: `${tag} ${number}`, tags: [tag] })
  return tag
}

async function totalOf(page: Page): Promise<number> {
  const answer = await (await page.request.get('/api/blogs?limit=1')).json()
  return answer.total
}

test('shows the six newest articles and says how many there are', async ({ page }) => {
  const response = await page.goto('/blog')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle('Blog | Halyard')
  await expect(cards(page)).toHaveCount(6)
  await expect(summary(page)).toHaveText(`Showing 6 of ${await totalOf(page)} articles`)
  const dates = await cards(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(dates).toEqual(dates.toSorted().toReversed())
})

test('a card has tag, title, excerpt, author, long date and reading time', async ({ page, staff }) => {
  const title = unique('Reefing early')
  const post = await staff.create({ title, excerpt: 'Before the wind comes.', tags: ['Seamanship'] })
  await page.goto('/blog')
  const card = cards(page).filter({ hasText: title })
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await expect(card.getByRole('link', { name: title })).toHaveAttribute('href', `/blog/${post.slug}`)
  await expect(card).toContainText('Seamanship')
  await expect(card).toContainText('Before the wind comes.')
  await expect(card).toContainText('Editorial team')
  await expect(card).toContainText(/[A-Z][a-z]+ \d{1,2}, \d{4}/)
  await expect(card).toContainText('1 min read')
})

test.describe('pages', () => {
  test('next and previous walk through them, the address says where one is', async ({ page }) => {
    await page.goto('/blog')
    await expect(pages(page).getByText('Previous')).toHaveAttribute('aria-disabled', 'true')
    const first = await cards(page).getByRole('heading').allTextContents()
    await pages(page).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(numbers(page).and(page.locator('[aria-current="page"]'))).toHaveText('2')
    await expect(cards(page)).toHaveCount(6)
    const second = await cards(page).getByRole('heading').allTextContents()
    expect(second.filter((title) => first.includes(title))).toEqual([])

    await page.reload()
    await expect(cards(page).getByRole('heading')).toHaveText(second)
    await page.goBack()
    await expect(page).toHaveURL('/blog')
    await expect(cards(page).getByRole('heading')).toHaveText(first)
    await page.goForward()
    await expect(cards(page).getByRole('heading')).toHaveText(second)
    await pages(page).getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL('/blog')
    await expect(cards(page).getByRole('heading')).toHaveText(first)
  })

  test('at most five numbers are shown, centred on the current page', async ({ page, staff }) => {
    await page.goto('/blog')
    const missing = Math.max(0, 6 * 7 - (await totalOf(page)))
    for (let number = 0; number < missing; number++) await staff.create({ title: unique('One more') })
    const last = Math.ceil((await totalOf(page)) / 6)
    const expected = [
      { at: 1, shown: [1, 2, 3, 4, 5] },
      { at: 2, shown: [1, 2, 3, 4, 5] },
      { at: 4, shown: [2, 3, 4, 5, 6] },
      { at: last, shown: [last - 4, last - 3, last - 2, last - 1, last] },
    ]
    for (const { at, shown } of expected) {
      await page.goto(`/blog?page=${at}`)
      await expect(numbers(page)).toHaveText(shown.map(String))
      await expect(pages(page).locator('[aria-current="page"]')).toHaveText(String(at))
    }
    await expect(pages(page).getByText('Next')).toHaveAttribute('aria-disabled', 'true')
    await expect(summary(page)).toHaveText(/^Showing [1-6] of \d+ articles$/)
  })

  test('a page that is no number of a page counts as the first', async ({ page }) => {
    for (const bad of ['0', '-1', 'two', '1.5', '', '1e9', '%00', '9999999999']) {
      const response = await page.goto(`/blog?page=${bad}`)
      expect(response?.status(), bad).toBe(200)
      await expect(cards(page), bad).toHaveCount(6)
      await expect(pages(page).locator('[aria-current="page"]'), bad).toHaveText('1')
    }
  })

  test('beyond the end is a 404 with the empty list', async ({ page, allowed }) => {
    allowed.push(networkNote(404))
    const response = await page.goto('/blog?page=999')
    expect(response?.status()).toBe(404)
    await expect(page.getByText(emptyText)).toBeVisible()
    await page.getByRole('link', { name: 'All articles' }).click()
    await expect(cards(page)).toHaveCount(6)
  })

  test('a change of page scrolls smoothly to the top, or at once where motion is unwelcome', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const asked: unknown[] = []
      Object.assign(window, { asked })
      const original = window.scrollTo.bind(window)
      window.scrollTo = (...args: [ScrollToOptions?] | [number, number]) => {
        const [first, second] = args
        asked.push(first)
        if (typeof first === 'number') original(first, second ?? 0)
        else original(first)
      }
    })
    const asked = () => page.evaluate(() => ('asked' in window ? window.asked : []))
    await page.goto('/blog')
    await pages(page).getByRole('link', { name: 'Page 3' }).click()
    await expect(page).toHaveURL('/blog?page=3')
    expect(await asked()).toContainEqual({ top: 0, behavior: 'smooth' })
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await pages(page).getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL('/blog?page=2')
    expect(await asked()).toContainEqual({ top: 0, behavior: 'auto' })
  })
})

test.describe('search', () => {
  test('finds an article by a word of its text, and says for what it searched', async ({ page, staff }) => {
    const word = unique('bowsprit').replace(' ', '')
    const { title } = await staff.create({
      title: unique('A spar'),
      content: `About the ${word} and its stays.`,
    })
    await page.goto('/blog?page=2')
    await page.getByRole('searchbox', { name: 'Search articles' }).fill(`  ${word}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`/blog?search=${word}`)
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles for "${word}"`)
    await expect(cards(page).getByRole('heading')).toHaveText([title])
    await expect(page.getByRole('searchbox')).toHaveValue(word)

    await page.reload()
    await expect(cards(page).getByRole('heading')).toHaveText([title])
    await page.goBack()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(cards(page)).toHaveCount(6)
    await expect(page.getByRole('searchbox')).toHaveValue('')
  })

  test('without a match says so, and an empty search shows everything again', async ({ page }) => {
    await page.goto('/blog')
    await page.getByRole('searchbox').fill('zzqqxx')
    await page.keyboard.press('Enter')
    await expect(page.getByText(emptyText)).toBeVisible()
    await expect(summary(page)).toHaveText('Showing 0 of 0 articles for "zzqqxx"')
    await expect(pages(page)).toHaveCount(0)
    await page.getByRole('searchbox').fill('   ')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/blog')
    await expect(cards(page)).toHaveCount(6)
  })

  test('stays within the chosen tag', async ({ page, staff }) => {
    const tag = unique('Rigging')
    const word = unique('shroud').replace(' ', '')
    const inside = await staff.create({ title: unique('Inside'), content: `On the ${word}.`, tags: [tag] })
    await staff.create({ title: unique('Outside'), content: `On the ${word}.` })
    await page.goto(`/blog?tag=${encodeURIComponent(tag)}`)
    await page.getByRole('searchbox').fill(word)
    await page.keyboard.press('Enter')
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles for "${word}" tagged "${tag}"`)
    await expect(cards(page).getByRole('heading')).toHaveText([inside.title])
  })

  test('cannot be broken by any signs', async ({ page }) => {
    page.on('dialog', (dialog) => {
      throw new Error(`a dialog opened: ${dialog.message()}`)
    })
    for (const hostile of [
      '"',
      "' or 1=1 --",
      'NEAR(',
      '* AND',
      '<script>alert(1)</script>',
      'a"*^:{}[]',
      '%25',
      '🧭',
    ]) {
      const response = await page.goto(`/blog?search=${encodeURIComponent(hostile)}`)
      expect(response?.status(), hostile).toBe(200)
      await expect(summary(page)).toContainText(`articles for "${hostile}"`)
    }
  })

  test('pages through what it finds', async ({ page, staff }) => {
    const tag = await createTagged(staff, 8)
    const word = tag.split(' ')[1] ?? ''
    await page.goto(`/blog?search=${word}`)
    await expect(summary(page)).toHaveText(`Showing 6 of 8 articles for "${word}"`)
    await pages(page).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`/blog?search=${word}&page=2`)
    await expect(cards(page)).toHaveCount(2)
    await page.getByRole('searchbox').fill('halyard')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/blog?search=halyard')
  })
})

test.describe('tags', () => {
  test('choosing one starts at its first page, choosing it again clears it', async ({ page, staff }) => {
    const tag = await createTagged(staff, 8)
    await page.goto('/blog?page=2')
    await expect(tags(page).getByRole('link', { name: 'All', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await tags(page).getByRole('link', { name: tag }).click()
    await expect(page).toHaveURL(`/blog?tag=${tag.replace(' ', '+')}`)
    await expect(summary(page)).toHaveText(`Showing 6 of 8 articles tagged "${tag}"`)
    await expect(tags(page).getByRole('link', { name: tag })).toHaveAttribute('aria-current', 'true')
    await expect(numbers(page)).toHaveText(['1', '2'])

    await pages(page).getByRole('link', { name: 'Next' }).click()
    await expect(summary(page)).toHaveText(`Showing 2 of 8 articles tagged "${tag}"`)
    await tags(page).getByRole('link', { name: tag }).click()
    await expect(page).toHaveURL('/blog')
    await expect(tags(page).getByRole('link', { name: 'All', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await expect(cards(page)).toHaveCount(6)
  })

  test('All clears the tag', async ({ page }) => {
    await page.goto('/blog')
    const chosen = tags(page).getByRole('link').nth(1)
    await chosen.click()
    await expect(chosen).toHaveAttribute('aria-current', 'true')
    await tags(page).getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/blog')
  })

  test('the spelling in the address does not matter', async ({ page, staff }) => {
    const tag = await createTagged(staff, 1)
    const response = await page.goto(`/blog?tag=${encodeURIComponent(tag.toUpperCase())}`)
    expect(response?.status()).toBe(200)
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles tagged "${tag}"`)
  })

  test('a tag may hold any sign', async ({ page, staff }) => {
    const tag = unique('C++ & <b>"50%"</b> / ä?#')
    const { title } = await staff.create({ title: unique('Signs'), tags: [tag] })
    await page.goto('/blog')
    await tags(page).getByRole('link', { name: tag }).click()
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles tagged "${tag}"`)
    await expect(cards(page).getByRole('heading')).toHaveText([title])
    await page.reload()
    await expect(cards(page).getByRole('heading')).toHaveText([title])
  })

  for (const address of ['/blog?tag=no-such-tag', '/blog?tag=no-such-tag&page=2'])
    test(`nothing is at ${address}`, async ({ page, allowed }) => {
      allowed.push(networkNote(404))
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expect(page.getByText(emptyText)).toBeVisible()
    })
})

test('placeholders stand in while the next page is on its way', async ({ page }) => {
  await page.goto('/blog')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/blog\?page=2/, async (route) => {
    await held
    await route.continue()
  })
  await pages(page).getByRole('link', { name: 'Next' }).click()
  const results = page.getByRole('region', { name: 'Articles' }).locator('[aria-busy]')
  await expect(results).toHaveAttribute('aria-busy', 'true')
  await expect(results.locator('.placeholder-card')).toHaveCount(6)
  await expect(cards(page)).toHaveCount(0)
  release()
  await expect(results).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page)).toHaveCount(6)
})

test('empty parameters are the plain list', async ({ page }) => {
  const response = await page.goto('/blog?search=&tag=&page=')
  expect(response?.status()).toBe(200)
  await expect(summary(page)).toHaveText(/^Showing 6 of \d+ articles$/)
})
