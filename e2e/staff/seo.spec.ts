import type { Locator, Page } from '@playwright/test'
import { button, content, form, open, title, write } from '../support/editor-page.ts'
import { expect, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { toast } from '../support/staff-page.ts'

const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })
const searchResult = (page: Page) => form(page).getByRole('figure', { name: 'Search result' })
const card = (page: Page) => form(page).getByRole('figure', { name: 'Card of networks' })
/** Whether nothing covers the middle of the element. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === node
  })
const checks = (page: Page) => form(page).getByRole('region', { name: 'Checks' })

test('a post sets the texts for search engines and social networks', async ({ page, staff, site }) => {
  const name = unique('Splices')
  const post = await staff.create({
    title: name,
    content: '## Yarn\n\nRope.',
    excerpt: 'What holds a rope together.',
    published: false,
  })
  await open(page, post.id)
  await expect(searchResult(page)).toContainText(`› blog › ${post.slug}`)
  await expect(searchResult(page)).toContainText('What holds a rope together.')
  await expect(field(page, 'Search headline')).toHaveAttribute('placeholder', `${name} | Halyard Blog`)

  await field(page, 'Search headline').fill(
    'How a splice holds when nothing else does, on every rope and in any weather',
  )
  await expect(searchResult(page)).toContainText(
    'How a splice holds when nothing else does, on every rope and in ...',
  )
  await expect(form(page).getByText('pixels, is cut off')).toBeVisible()
  await field(page, 'Search headline').fill('How a splice holds')
  await field(page, 'Share headline').fill('Splices!')
  await expect(card(page)).toContainText('Splices!')
  await field(page, 'Canonical address').fill('rope')
  await button(page, 'Publish').click()
  await expect(field(page, 'Canonical address')).toBeFocused()
  await expect(form(page).getByText('Enter a path like /blog/other-post or a full web address')).toBeVisible()
  await field(page, 'Canonical address').fill('https://rope.example/splices')
  await button(page, 'Publish').click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)

  const read = async (path: string) => (await fetch(site.url + path)).text()
  const head = await read(`/blog/${post.slug}`)
  expect(head).toContain('<title>How a splice holds</title>')
  expect(head).toContain('<link rel="canonical" href="https://rope.example/splices"/>')
  expect(head).toContain('<meta property="og:title" content="Splices!"/>')
  expect(head).toContain('<meta name="twitter:title" content="Splices!"/>')
  expect(head).toContain('<meta name="description" content="What holds a rope together."/>')
  expect(await read('/sitemap.xml')).not.toContain(`/blog/${post.slug}<`)

  await open(page, post.id)
  await field(page, 'Canonical address').fill('')
  await field(page, 'Hide from search engines').check()
  await button(page, 'Publish changes').click()
  await expect(page).toHaveURL(/\/admin\/blogs$/)
  expect(await read(`/blog/${post.slug}`)).toContain('<meta name="robots" content="noindex, follow')
  expect(await read('/llms.txt')).not.toContain(post.slug)
})

test(
  'failed checks link to the problem, and external links are checked on request, private addresses never',
  { tag: '@once' },
  async ({ page, staff }) => {
    const text = [
      '## Yarn\n\n#### Strand\n\n[Hemp](/blog/no-such-post) and ![](/icon.svg)',
      '[By number](http://127.0.0.1:8080/) and [by name](http://localhost:8080/logs), not [within](/about)',
    ].join('\n\n')
    const post = await staff.create({ title: unique('Rope'), content: text, published: false })
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/external-links')) requests.push(request.method())
    })
    await open(page, post.id)
    await expect(checks(page).getByRole('button')).toHaveText([
      'There is no excerpt. Lists and search results need one.',
      '“Strand” is a heading of level 4 after level 2.',
      'Visitors find nothing at /blog/no-such-post.',
      'An image has no alternative text.',
      'Check external links',
    ])
    const selected = () => page.evaluate(() => getSelection()?.toString())
    await checks(page).getByRole('button', { name: 'Visitors find nothing' }).click()
    await expect(content(page)).toBeFocused()
    await expect.poll(selected).toBe('[Hemp](/blog/no-such-post)')
    await checks(page).getByRole('button', { name: 'There is no excerpt' }).click()
    await expect(field(page, 'Excerpt')).toBeFocused()
    await page.keyboard.type('About rope.')
    await expect(checks(page)).toContainText('3 things to fix.')

    const check = checks(page).getByRole('button', { name: 'Check external links' })
    await expect(check).toBeVisible()
    expect(requests).toEqual([])
    await check.press('Enter')
    await expect(checks(page).getByRole('status')).toHaveText('2 links checked, 2 without a page.')
    expect(requests).toEqual(['POST'])
    const results = checks(page).getByRole('list', { name: 'External links' }).getByRole('listitem')
    await expect(results).toContainText(['http://127.0.0.1:8080/', 'http://localhost:8080/logs'])
    await expect(
      results.filter({ hasText: 'This address is not public, so it was not requested.' }),
    ).toHaveCount(2)
    const shown = { name: 'Show in the text http://localhost:8080/logs' }
    await results.getByRole('button', shown).click()
    await expect(content(page)).toBeFocused()
    await expect.poll(selected).toBe('[by name](http://localhost:8080/logs)')
  },
)

test(
  'an outline, a word goal, focus mode and the list of shortcuts help to write',
  { tag: '@once' },
  async ({ page }) => {
    // Not within the form, which is hidden in focus mode.
    const text = page.getByRole('textbox', { name: 'Content' })
    await open(page)
    await title(page).fill(unique('Writing'))
    await write(page, '## Yarn\n\nOne two three.\n\n### Strand\n\nFour.')
    await button(page, 'Outline').click()
    await page.getByRole('dialog', { name: 'Outline' }).getByRole('button', { name: 'Strand' }).click()
    await expect(text).toBeFocused()
    await page.keyboard.type('s')
    await expect(text).toContainText('### Strands')

    await button(page, 'Word goal').click()
    await page.getByLabel('Words to write').fill('0')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter a number from 1 to 100,000')).toBeVisible()
    await page.getByLabel('Words to write').fill('12')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Word goal' })).toHaveCount(0)
    await expect(form(page).getByText('6 of 12 words')).toBeVisible()

    await button(page, 'Focus mode').click()
    await expect(text).toBeFocused()
    await expect(title(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Leave focus mode' })).toBeVisible()
    await page.keyboard.type('!')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Saved')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(title(page)).toBeVisible()
    await expect(text).toContainText('### Strands!')

    await button(page, 'Focus mode').focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toContainText('Search and commands')
    await expect(help).toContainText('link to a post[[')
    await expect(help).toContainText('leave the textEsc, then Tab')
    await expect(help).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await expect(button(page, 'Focus mode')).toBeFocused()
    await title(page).focus()
    await page.keyboard.press('?')
    await expect(title(page)).toHaveValue(/\?$/)

    await button(page, 'Focus mode').click()
    await expect(text).toBeFocused()
    await page.keyboard.press('ControlOrMeta+f')
    for (const width of [1440, 768, 375]) {
      await page.setViewportSize({ width, height: 740 })
      for (const name of ['Next', 'Close']) {
        const control = page.getByRole('button', { name, exact: true })
        await expect(control).toBeVisible()
        expect(await isOnTop(control), `${name} is not covered at ${width} px`).toBe(true)
      }
    }
    await page.getByRole('button', { name: 'Leave focus mode' }).click()
    await expect(title(page)).toBeVisible()
  },
)
