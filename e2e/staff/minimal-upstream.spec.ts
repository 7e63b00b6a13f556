import { expect } from '../support/fixtures.ts'
import { test } from '../support/minimal-upstream-fixtures.ts'
import { openAsClient } from '../support/people.ts'
import { signIn } from '../support/session.ts'

const sections = {
  activity: 'Activity',
  analytics: 'Analytics',
  'blogs/categories': 'Categories',
  'blogs/tags': 'Tags',
  'case-studies': 'Case Studies',
  'case-studies/new': 'New Case Study',
  import: 'Import & Export',
  media: 'Media',
  messages: 'Messages',
  notifications: 'Notifications',
  profile: 'Your Profile',
  redirects: 'Redirects',
  subscribers: 'Subscribers',
  settings: 'Settings',
  'settings/system': 'System',
  users: 'Users',
}

test(
  'what the upstream does not offer is coming soon or left out',
  { tag: '@once' },
  async ({ page, context, browser, front, request }) => {
    await page.goto(`${front.url}/admin/forgot`)
    await expect(page.getByText(/Ask an owner of the site/)).toBeVisible()
    const event = page.waitForResponse(/\/api\/analytics\/events$/)
    await page.goto(`${front.url}/about`)
    expect((await event).status()).toBe(204)
    expect((await request.get(`${front.url}/authors/ada`)).status()).toBe(404)

    await signIn(context, front)
    // Scripts would render the same again.
    const { client, close } = await openAsClient(browser, false)
    await client.context().addCookies(await context.cookies())
    for (const [path, name] of Object.entries(sections)) {
      await client.goto(`${front.url}/admin/${path}`)
      await expect(client.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(client.getByRole('main'), path).toContainText(/Coming Soon · [A-Z].*\./)
    }
    await close()
    await page.goto(`${front.url}/admin/blogs/new`)
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Category' })).toHaveCount(0)
  },
)

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
