import type { Locator, Page } from '@playwright/test'
import { expect, test, unique } from '../support/fixtures.ts'

const sentence =
  'The first reef goes in before the wind does, and the second one before the crew asks for it. '
const section = (number: number) =>
  `## Reef ${number}\n\n${sentence.repeat(4)}\n\n- **One** hand\n- for the ship\n\n${sentence.repeat(number % 7)}`
const content = Array.from({ length: 60 }, (_, index) => section(index + 1)).join('\n\n')

/** The scroll padding of the page and the scroll margin of a heading. */
const TOP = 48

const topOf = (page: Page, number: number) =>
  page
    .locator(`#section-reef-${number}`)
    .evaluate((heading) => Math.round(heading.getBoundingClientRect().top))

test.describe('a long article', { tag: '@once' }, () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('is laid out where it is read', async ({ page, staff }) => {
    const { slug } = await staff.create({ title: unique('Long'), content })
    await page.goto(`/blog/${slug}`)
    const items = page.locator('.article li')
    const laidOut = (item: Locator) =>
      item.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    expect(await laidOut(items.first())).toBe(true)
    expect(await laidOut(items.last())).toBe(false)
    await items.last().scrollIntoViewIfNeeded()
    await expect.poll(() => laidOut(items.last())).toBe(true)
  })

  test('opens at a heading, and stays there', async ({ page, staff }) => {
    const { slug } = await staff.create({ title: unique('Long'), content })
    await page.goto(`/blog/${slug}#section-reef-45`)
    await page.evaluate(() => document.fonts.ready)
    await expect.poll(() => topOf(page, 45)).toBe(TOP)
    await page.getByText('52 more').click()
    await page.getByRole('link', { name: 'Reef 58', exact: true }).first().click()
    await expect.poll(() => topOf(page, 58)).toBe(TOP)
  })

  test('does not shift while it is scrolled', async ({ page, staff }) => {
    const { slug } = await staff.create({ title: unique('Long'), content })
    await page.goto(`/blog/${slug}`)
    const shifts = await page.evaluate(async () => {
      const found: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) found.push(Reflect.get(entry, 'value'))
      })
      observer.observe({ type: 'layout-shift', buffered: true })
      const root = document.documentElement
      const nextFrame = () => new Promise(requestAnimationFrame)
      while (root.scrollTop + innerHeight < root.scrollHeight - 1) {
        scrollBy({ top: 600, behavior: 'instant' })
        await nextFrame()
        await nextFrame()
      }
      return found
    })
    expect(shifts).toEqual([])
  })
})
