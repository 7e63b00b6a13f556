import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, networkError, test, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { untilHydrated, visit } from '../support/visit.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const summary = (page: Page) => page.getByRole('main').getByText(/^Showing \d+ of \d+ articles/)
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const numbers = (page: Page) => pages(page).getByRole('link', { name: /^Page \d+$/ })
const tags = (page: Page) => page.getByRole('navigation', { name: 'Tags' })

/** The tag may be one of many, which are listed on demand. */
async function chooseTag(page: Page, tag: string) {
  const more = tags(page).getByText(/^More/)
  if (await more.isVisible()) await more.click()
  await tags(page).getByRole('link', { name: tag }).click()
}

const emptyText = 'No articles found. Try adjusting your search or filter criteria.'

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
  const response = await (await page.request.get('/api/blogs?limit=1')).json()
  return response.total
}

test('the list shows the six newest articles, their facts and the total', async ({ page, staff }) => {
  const title = unique('Reefing early')
  const post = await staff.create({ title, excerpt: 'Before the wind comes.', tags: ['Seamanship'] })
  const response = await page.goto('/blog')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle('Blog | Halyard')
  await expect(cards(page)).toHaveCount(6)
  await expect(summary(page)).toHaveText(`Showing 6 of ${await totalOf(page)} articles`)
  const dates = await cards(page)
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(dates).toEqual(dates.toSorted().toReversed())

  const card = cards(page).filter({ hasText: title })
  await expect(card.getByRole('heading', { name: title })).toBeVisible()
  await expect(card.getByRole('link', { name: title })).toHaveAttribute('href', `/blog/${post.slug}`)
  await expect(card).toContainText('Seamanship')
  await expect(card).toContainText('Before the wind comes.')
  await expect(card).toContainText('Editorial team')
  await expect(card).toContainText(/[A-Z][a-z]+ \d{1,2}, \d{4}/)
  await expect(card).toContainText('1 min read')

  const dangling = await card.locator('p:has(time)').evaluate((paragraph) => {
    paragraph.style.width = '9rem'
    const box = paragraph.getBoundingClientRect()
    const texts = [...paragraph.childNodes].filter((node) => node instanceof Text && node.data.includes('·'))
    const shownFirst = [...paragraph.children].filter(
      (item) =>
        item.getBoundingClientRect().left <= box.left &&
        getComputedStyle(item, '::before').content !== 'none' &&
        getComputedStyle(paragraph).overflowX !== 'clip',
    )
    return texts.length + shownFirst.length
  })
  expect(dangling, 'separators at the start or end of a line').toBe(0)
})

test.describe('pages', () => {
  test('next and previous change the page and the URL', { tag: '@once' }, async ({ page }) => {
    await visit(page, '/blog')
    await expect(pages(page).getByText('Previous')).toHaveAttribute('aria-disabled', 'true')
    const first = await cards(page).getByRole('heading').allTextContents()
    await pages(page).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(numbers(page).and(page.locator('[aria-current="page"]'))).toHaveText('2')
    await expect(cards(page)).toHaveCount(6)
    const second = await cards(page).getByRole('heading').allTextContents()
    expect(second.filter((title) => first.includes(title))).toEqual([])

    await page.reload()
    await untilHydrated(page)
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

  test(
    'going back before scripts have loaded shows the page of the URL',
    { tag: '@once' },
    async ({ page }) => {
      await visit(page, '/blog')
      const first = await cards(page).getByRole('heading').allTextContents()
      await pages(page).getByRole('link', { name: 'Next' }).click()
      await expect(page).toHaveURL('/blog?page=2')
      await expect(pages(page).locator('[aria-current="page"]')).toHaveText('2')
      await expect(cards(page)).toHaveCount(6)
      const second = await cards(page).getByRole('heading').allTextContents()

      const releaseScripts = await holdRequests(page, '**/_next/static/**/*.js')
      // The script at the end of the document listens for "Back".
      await page.reload({ waitUntil: 'domcontentloaded' })
      await expect(cards(page).getByRole('heading')).toHaveText(second)
      await page.evaluate(() => document.body.setAttribute('data-loaded', 'before'))
      await page.goBack({ waitUntil: 'commit' })
      releaseScripts()
      await expect(page.locator('[data-loaded]')).toHaveCount(0)
      await untilHydrated(page)
      await expect(page).toHaveURL('/blog')
      await expect(cards(page).getByRole('heading')).toHaveText(first)
      await page.goForward()
      await expect(cards(page).getByRole('heading')).toHaveText(second)
      await pages(page).getByRole('link', { name: 'Previous' }).click()
      await expect(page).toHaveURL('/blog')
      await expect(cards(page).getByRole('heading')).toHaveText(first)
    },
  )

  test(
    'at most five page numbers are shown, centered on the current page',
    { tag: '@once' },
    async ({ page, staff }) => {
      const missing = Math.max(0, 6 * 6 + 1 - (await totalOf(page)))
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
    },
  )

  test(
    'an invalid page number or an empty parameter shows the first page',
    { tag: '@once' },
    async ({ request }) => {
      const textOf = async (query: string) => {
        const response = await request.get(`/blog${query}`)
        expect(response.status(), query).toBe(200)
        return response.text()
      }
      const first = await textOf('')
      expect(first).toContain('aria-current="page"')
      for (const page of ['0', '-1', 'two', '1.5', '', '1e9', '%00', '9999999999'])
        expect((await textOf(`?page=${page}`)) === first, page).toBe(true)
      expect((await textOf('?search=&tag=&page=')) === first).toBe(true)
      expect((await textOf('?page=2')) === first).toBe(false)
    },
  )

  test('a page beyond the last is a 404 with the empty list', { tag: '@once' }, async ({ page, allowed }) => {
    allowed.push(networkError(404))
    const response = await visit(page, '/blog?page=999')
    expect(response?.status()).toBe(404)
    await expect(page.getByText(emptyText)).toBeVisible()
    await page.getByRole('link', { name: 'All articles' }).click()
    await expect(cards(page)).toHaveCount(6)
  })

  test(
    'a page change scrolls to the top, smoothly unless reduced motion is preferred',
    { tag: '@once' },
    async ({ page }) => {
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
      await visit(page, '/blog')
      await pages(page).getByRole('link', { name: 'Page 3' }).click()
      await expect(page).toHaveURL('/blog?page=3')
      await expect.poll(asked).toContainEqual({ top: 0, behavior: 'smooth' })
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

      await page.emulateMedia({ reducedMotion: 'reduce' })
      await pages(page).getByRole('link', { name: 'Page 2' }).click()
      await expect(page).toHaveURL('/blog?page=2')
      await expect.poll(asked).toContainEqual({ top: 0, behavior: 'auto' })
    },
  )
})

test.describe('search', () => {
  test('finds an article by a word of its text and shows the search term', async ({ page, staff }) => {
    const word = unique('bowsprit').replace(' ', '')
    const { title } = await staff.create({
      title: unique('A spar'),
      content: `About the ${word} and its stays.`,
    })
    await visit(page, '/blog?page=2')
    await page.getByRole('searchbox', { name: 'Search articles' }).fill(`  ${word}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`/blog?search=${word}`)
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles for "${word}"`)
    await expect(cards(page).getByRole('heading')).toHaveText([title])
    await expect(page.getByRole('searchbox')).toHaveValue(word)

    await page.reload()
    await untilHydrated(page)
    await expect(cards(page).getByRole('heading')).toHaveText([title])
    await page.goBack()
    await expect(page).toHaveURL('/blog?page=2')
    await expect(cards(page)).toHaveCount(6)
    await expect(page.getByRole('searchbox')).toHaveValue('')
  })

  test('has an empty state, and an empty search shows everything', { tag: '@once' }, async ({ page }) => {
    await visit(page, '/blog')
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

  test('without results suggests similar tags and titles, and can be cleared', async ({ page, staff }) => {
    const { slug, title } = await staff.create({ title: unique('Fairleads and belaying pins') })
    await visit(page, '/blog?search=acessibilty')
    await expect(page.getByText(emptyText)).toBeVisible()
    await page.getByText('Did you mean').getByRole('link', { name: 'Accessibility' }).press('Enter')
    await expect(summary(page)).toHaveText(/^Showing \d of \d+ articles tagged "Accessibility"$/)
    await expect(summary(page)).toBeFocused()

    await page.getByRole('searchbox').fill('fairlaeds')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/blog?search=fairlaeds&tag=Accessibility')
    await expect(summary(page)).toBeFocused()
    await page.getByRole('link', { name: 'Clear search' }).press('Enter')
    await expect(page).toHaveURL('/blog?tag=Accessibility')
    await expect(summary(page)).toBeFocused()
    await expect(page.getByRole('searchbox')).toHaveValue('')

    await visit(page, '/blog?search=fairlaeds+beleying')
    await page.getByRole('link', { name: title }).press('Enter')
    await expect(page).toHaveURL(`/blog/${slug}`)
    await expect(page.getByRole('main')).toBeFocused()

    await visit(page, '/blog?search=zzqqxx')
    await expect(page.getByText(emptyText)).toBeVisible()
    await expect(page.getByText('Did you mean')).toHaveCount(0)
  })

  test(
    'counts its tags, and without results links to all articles of a tag',
    { tag: '@once' },
    async ({ page, staff }) => {
      const word = unique('hawser').replace(' ', '')
      const [first, second] = [unique('Ropes'), unique('Docks')]
      await staff.create({ title: unique('One'), content: `A ${word}.`, tags: [first] })
      await staff.create({ title: unique('Two'), content: `A ${word}.`, tags: [first, second] })
      await staff.create({ title: unique('Three'), tags: [second] })
      await visit(page, `/blog?search=${word}`)
      const chips = tags(page).getByRole('link')
      await expect(chips).toHaveText(['All', `${first} 2`, `${second} 1`])
      await chips.filter({ hasText: second }).click()
      await expect(summary(page)).toHaveText(`Showing 1 of 1 articles for "${word}" tagged "${second}"`)
      await expect(chips).toHaveText(['All', `${first} 2`, `${second} 1`])

      await visit(page, '/blog?search=zzqqxx')
      await chips.filter({ hasText: second }).click()
      await expect(summary(page)).toHaveText(`Showing 2 of 2 articles tagged "${second}"`)
    },
  )

  test('keeps the selected tag', { tag: '@once' }, async ({ page, staff }) => {
    const tag = unique('Rigging')
    const word = unique('shroud').replace(' ', '')
    const inside = await staff.create({ title: unique('Inside'), content: `On the ${word}.`, tags: [tag] })
    await staff.create({ title: unique('Outside'), content: `On the ${word}.` })
    await visit(page, `/blog?tag=${encodeURIComponent(tag)}`)
    await page.getByRole('searchbox').fill(word)
    await page.keyboard.press('Enter')
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles for "${word}" tagged "${tag}"`)
    await expect(cards(page).getByRole('heading')).toHaveText([inside.title])
  })

  test('accepts any characters', async ({ request }) => {
    for (const [text, html = text] of [
      ['"', '&quot;'],
      ["' or 1=1 --", '&#x27; or 1=1 --'],
      ['NEAR('],
      ['* AND'],
      ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
      ['a"*^:{}[]', 'a&quot;*^:{}[]'],
      ['%25'],
      ['🧭'],
    ] as const) {
      const response = await request.get(`/blog?search=${encodeURIComponent(text)}`)
      expect(response.status(), text).toBe(200)
      expect((await response.text()).replaceAll('<!-- -->', '')).toContain(`articles for &quot;${html}&quot;`)
    }
  })

  test('keeps what is typed while its results load', { tag: '@once' }, async ({ page }) => {
    const release = await holdRequests(page, /\/blog\?search=zzqqxx/)
    await visit(page, '/blog')
    const searchBox = page.getByRole('searchbox')
    await searchBox.fill('zzqqxx')
    await searchBox.press('Enter')
    await expect(page.locator('[aria-busy="true"]')).toBeVisible()
    await searchBox.pressSequentially(' halyard')
    release()
    await expect(page.getByText(emptyText)).toBeVisible()
    await expect(searchBox).toHaveValue('zzqqxx halyard')
    await expect(searchBox).toBeFocused()
    await searchBox.press('Enter')
    await expect(page).toHaveURL('/blog?search=zzqqxx+halyard')
    await page.goBack()
    await expect(page).toHaveURL('/blog?search=zzqqxx')
    await expect(searchBox).toHaveValue('zzqqxx')
  })

  test('paginates its results', { tag: '@once' }, async ({ page, staff }) => {
    const tag = await createTagged(staff, 8)
    const word = tag.split(' ')[1] ?? ''
    await visit(page, `/blog?search=${word}`)
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
  test(
    'selecting one starts at page 1, selecting it again clears it',
    { tag: '@once' },
    async ({ page, staff }) => {
      const tag = await createTagged(staff, 8)
      await visit(page, '/blog?page=2')
      await expect(tags(page).getByRole('link', { name: 'All', exact: true })).toHaveAttribute(
        'aria-current',
        'true',
      )
      await chooseTag(page, tag)
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
    },
  )

  test('All clears the tag', { tag: '@once' }, async ({ page }) => {
    await visit(page, '/blog')
    const chosen = tags(page).getByRole('link').nth(1)
    await chosen.click()
    await expect(chosen).toHaveAttribute('aria-current', 'true')
    await tags(page).getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/blog')
  })

  test('are case-insensitive in the URL', { tag: '@once' }, async ({ request, staff }) => {
    const tag = await createTagged(staff, 1)
    const response = await request.get(`/blog?tag=${encodeURIComponent(tag.toUpperCase())}`)
    expect(response.status()).toBe(200)
    expect((await response.text()).replaceAll('<!-- -->', '')).toContain(
      `Showing 1 of 1 articles tagged &quot;${tag}&quot;`,
    )
  })

  test('do not push the articles away when there are many', { tag: '@once' }, async ({ page, staff }) => {
    const many = Array.from({ length: 40 }, () => unique('Knot'))
    for (const from of [0, 20])
      await staff.create({ title: unique('Knots'), tags: many.slice(from, from + 20) })
    await visit(page, '/blog')
    await expect(tags(page).getByRole('link')).toHaveCount(11)
    await tags(page).getByText(/^More/).click()
    for (const tag of many) await expect(tags(page).getByRole('link', { name: tag })).toBeVisible()
  })

  test('can contain any character', async ({ page, staff }) => {
    const tag = unique('C++ & <b>"50%"</b> / ä?#')
    const { title } = await staff.create({ title: unique('Signs'), tags: [tag] })
    await visit(page, '/blog')
    await chooseTag(page, tag)
    await expect(summary(page)).toHaveText(`Showing 1 of 1 articles tagged "${tag}"`)
    await expect(cards(page).getByRole('heading')).toHaveText([title])
    await page.reload()
    await expect(cards(page).getByRole('heading')).toHaveText([title])
  })

  test('that do not exist are a 404', async ({ request }) => {
    for (const address of ['/blog?tag=no-such-tag', '/blog?tag=no-such-tag&page=2']) {
      const response = await request.get(address)
      expect(response.status(), address).toBe(404)
      expect(await response.text(), address).toContain(`>${emptyText}<`)
    }
  })
})

test('placeholders are shown while the next page loads', { tag: '@once' }, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/blog\?page=2/, async (route) => {
    await held
    await route.continue()
  })
  await visit(page, '/blog')
  await pages(page).getByRole('link', { name: 'Next' }).click()
  const results = page.getByRole('region', { name: 'Articles' }).locator('[aria-busy]')
  await expect(results).toHaveAttribute('aria-busy', 'true')
  await expect(results.locator('.placeholder-card')).toHaveCount(6)
  await expect(cards(page)).toHaveCount(0)
  release()
  await expect(results).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page)).toHaveCount(6)
})

test('focus is never lost to the body', { tag: '@once' }, async ({ page, allowed }) => {
  allowed.push(networkError(404))
  const enter = (locator: ReturnType<Page['locator']>) => locator.press('Enter')
  await visit(page, '/blog')
  await enter(pages(page).getByRole('link', { name: 'Next' }))
  await expect(page).toHaveURL('/blog?page=2')
  await expect(summary(page)).toBeFocused()

  await enter(tags(page).getByRole('link').nth(1))
  await expect(summary(page)).toContainText('tagged')
  await expect(summary(page)).toBeFocused()

  await page.getByRole('searchbox').fill('zzqqxx')
  await page.keyboard.press('Enter')
  await expect(summary(page)).toContainText('zzqqxx')
  await expect(summary(page)).toBeFocused()

  await enter(tags(page).getByRole('link', { name: 'All', exact: true }))
  await expect(page).toHaveURL('/blog')
  await expect(summary(page)).toBeFocused()

  const card = cards(page).getByRole('link').first()
  const title = (await card.textContent()) ?? ''
  await enter(card)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await enter(page.getByRole('link', { name: 'Back to Blog' }).first())
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('main')).toBeFocused()

  await enter(pages(page).getByRole('link', { name: 'Next' }))
  await expect(page).toHaveURL('/blog?page=2')
  await cards(page).getByRole('link').first().focus()
  await page.goBack()
  await expect(page).toHaveURL('/blog')
  await expect(page.getByRole('main')).toBeFocused()

  await visit(page, '/blog?tag=no-such-tag')
  await enter(page.getByRole('link', { name: 'All articles' }))
  await expect(page).toHaveURL('/blog')
  await expect(summary(page)).toBeFocused()
})

test('the image of a card is as wide as its column', { tag: '@once' }, async ({ page, staff }) => {
  const bytes = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  const title = unique('Wide')
  await staff.create({ title, coverImage: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) })
  await page.goto('/blog')
  const image = cards(page).filter({ hasText: title }).locator('img')
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  for (const width of [375, 660, 1100, 1480, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    // With width descriptors the natural width is the width that `sizes` announces.
    const ratio = await image.evaluate(async (img: HTMLImageElement) => {
      const fresh = Object.assign(new Image(), { sizes: img.sizes, srcset: img.srcset })
      await fresh.decode()
      return fresh.naturalWidth / img.clientWidth
    })
    expect(ratio, `${width} px`).toBeGreaterThan(0.98)
    expect(ratio, `${width} px`).toBeLessThan(1.1)
  }
})

test.describe('on a phone', { tag: '@once' }, () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('all pages are on one line, with the words for screen readers', async ({ page }) => {
    await visit(page, '/blog')
    const buttons = pages(page).locator('.page-button')
    await expect(pages(page).getByRole('link', { name: 'Next', exact: true })).toBeVisible()
    const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
    expect(tops).toHaveLength(7)
    expect(new Set(tops).size).toBe(1)
  })

  test('the message of a search without results comes before the tags', async ({ page }) => {
    await visit(page, '/blog?search=zyxwvut')
    await expect(page.getByText(emptyText)).toBeInViewport()
    const message = await page.getByText(emptyText).boundingBox()
    const tagList = await tags(page).boundingBox()
    expect(message?.y).toBeLessThan(tagList?.y ?? 0)
  })

  test('a long tag wraps in the list and in the article, ten tags are shown before More', async ({
    page,
    staff,
  }) => {
    const tag = 'Hyphenless'.repeat(4) + unique('').trim()
    const { slug } = await staff.create({ title: unique('Long tag'), tags: [tag, unique('Other')] })
    await visit(page, '/blog')
    const chips = tags(page).getByRole('link')
    await expect(chips).toHaveCount(11)
    await expect(chips.filter({ hasText: tag })).toHaveCount(0)
    await tags(page).getByText(/^More/).click()
    await expect(chips.filter({ hasText: tag })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await chips.filter({ hasText: tag }).click()
    await expect(chips.filter({ hasText: tag })).toHaveAttribute('aria-current', 'true')
    await expect(summary(page)).toBeFocused()
    const listUrl = `/blog?tag=${encodeURIComponent(tag)}`
    for (const path of [listUrl, `/blog/${slug}`]) {
      await visit(page, path)
      await expect(page.getByRole('main').getByText(tag).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(375)
    }
  })
})
