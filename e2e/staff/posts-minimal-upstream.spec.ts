import { expect } from '../support/fixtures.ts'
import { test } from '../support/minimal-upstream-fixtures.ts'
import type { PlainPost } from '../support/minimal-upstream.ts'
import { signIn } from '../support/session.ts'

const post = (id: number, fields: Partial<PlainPost> = {}): PlainPost => ({
  id,
  slug: `post-${id}`,
  title: `Post number ${id}`,
  published: true,
  tags: ['One', 'Two', 'Three'],
  createdAt: '2024-03-05T12:00:00.000Z',
  author: { name: id % 2 ? 'Ada' : 'Grace' },
  content: 'Text of the post.',
  ...fields,
})

test.describe('an upstream that has only the required calls', { tag: '@once' }, () => {
  test('is listed, filtered on the client, and changed by its own calls', async ({
    page,
    context,
    front,
    plain,
  }) => {
    for (let id = 1; id <= 23; id += 1) plain.posts.push(post(id, { published: id % 5 !== 0 }))
    await signIn(context, front)
    const rows = page.getByRole('table', { name: 'Blog posts' }).locator('tbody').getByRole('row')
    const range = page.getByText(/^Showing \d+ to \d+ of \d+ results$/)

    // The rows are fresh for seconds only, and a busy machine may need longer to show them.
    await page.clock.setFixedTime(Date.now())
    plain.received.length = 0
    const counts = page.waitForResponse(/\/api\/stats/)
    const response = await page.goto(`${front.url}/admin/blogs?page=2&search=post`)
    // Clicks are lost before the page is hydrated and requests its counts.
    await counts
    await expect(range).toHaveText('Showing 11 to 20 of 23 results')
    await expect(rows.first()).toContainText('March 5, 2024')
    await expect(rows.first().getByRole('cell').nth(5)).toHaveText('3')
    await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0)
    expect(await response?.text()).not.toContain('Text of the post.')
    // The site renders its public pages at the same time, without a token.
    const first = plain.received.filter(({ call, bearer }) => call === 'GET /api/blogs' && bearer)
    expect(first.map(({ query }) => query)).toEqual([{ page: '2', limit: '10', search: 'post' }])

    await page.getByRole('button', { name: /^Filters/ }).click()
    const statuses = page.getByLabel('Status').getByRole('option')
    await expect(statuses).toHaveText(['All statuses', 'Published', 'Draft', 'Archived'])
    await expect(page.getByRole('button', { name: /^Archive/ })).toHaveCount(0)
    await page.getByLabel('Status').selectOption('draft')
    await expect(range).toHaveText('Showing 1 to 2 of 2 results')
    await expect(page.getByText('Filters apply only to page 1 of 3.')).toBeVisible()
    await page.getByRole('link', { name: 'Page 3' }).click()
    await expect(page.getByText('Filters apply only to page 3 of 3.')).toBeVisible()
    await expect(range).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByLabel('Author').selectOption('Ada')
    await expect(range).toHaveText('Showing 1 to 5 of 5 results')
    await page.getByLabel('Author').selectOption('all')

    await expect(rows).toHaveCount(10)
    plain.received.length = 0
    await page.getByRole('checkbox', { name: 'Select Post number 5', exact: true }).check()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(rows.filter({ hasText: 'draft' })).toHaveCount(1)
    expect(plain.received.filter(({ call }) => call.startsWith('PUT'))).toEqual([
      { call: 'PUT /api/blogs/5', query: {}, bearer: `Bearer ${plain.token}`, fields: { published: 'true' } },
    ])

    await page.getByRole('button', { name: 'Delete Post number 1', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(range).toHaveText('Showing 1 to 10 of 22 results')
    expect(plain.received.filter(({ call }) => call.startsWith('DELETE'))).toEqual([
      { call: 'DELETE /api/blogs/1', query: {}, bearer: `Bearer ${plain.token}`, fields: {} },
    ])
    // Once a minute the site asks, without a token, whether the upstream reports changes by now.
    const calls = plain.received.filter(({ call }) => call !== 'GET /api/changes')
    expect(calls.filter(({ bearer }) => bearer === undefined)).toEqual([])
  })
})
