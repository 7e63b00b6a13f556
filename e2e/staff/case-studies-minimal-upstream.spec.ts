import { expect } from '../support/fixtures.ts'
import { test } from '../support/minimal-upstream-fixtures.ts'

test(
  'without case studies upstream the built-in ones are shown',
  {
    tag: '@once',
  },
  async ({ page, front }) => {
    const titles = ['E-commerce redesign', 'Healthcare mobile app', 'SaaS dashboard']
    await page.goto(`${front.url}/work`)
    await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText(titles)
    await page.getByRole('link', { name: 'SaaS dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('SaaS dashboard')
    await expect(page.getByText('Nine people, nine Mondays')).toBeVisible()
    expect((await page.request.get(`${front.url}/work/no-such-study`)).status()).toBe(404)
    await page.goto(front.url)
    await expect(page.getByRole('main').getByRole('article').getByRole('heading')).toHaveText(titles)
  },
)
