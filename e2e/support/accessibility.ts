import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { layOutAll } from './visit.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

type Theme = 'light' | 'dark'

/** A phone and a desk, each in one theme; the colors of a theme do not depend on the width. */
export const appearances = [
  { width: 375, theme: 'dark' },
  { width: 1440, theme: 'light' },
] as const

/** Without frames, the legacy mode finds the same and opens no second page to put results together: half of the CPU. */
export const axeFor = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1)

export async function findViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

interface Part {
  include?: string
  exclude?: string
}

export async function expectAccessible(page: Page, what = 'the page', { include, exclude }: Part = {}) {
  await layOutAll(page)
  const axe = axeFor(page).withTags(rules)
  if (include) axe.include(include)
  if (exclude) axe.exclude(exclude)
  expect(await findViolations(axe), what).toEqual([])
  await expectNoOverflow(page, what)
}

/** Without motion, a changed theme shows its final colors at once. */
export async function changeAppearance(page: Page, { width, theme }: { width: number; theme: Theme }) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((name) => {
    localStorage.setItem('theme', name)
    document.documentElement.dataset['theme'] = name
  }, theme)
}

/** Checks the open page in each of the appearances. */
export async function expectAccessibleInBoth(page: Page, what = 'the page', part: Part = {}) {
  for (const appearance of appearances) {
    await changeAppearance(page, appearance)
    await expectAccessible(page, `${what} at ${appearance.width} px`, part)
  }
}

export async function expectNoOverflow(page: Page, what: string) {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, `${what}: pixels too wide`).toBeLessThanOrEqual(0)
}
