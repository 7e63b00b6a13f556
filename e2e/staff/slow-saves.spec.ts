import { expect, unique } from '../support/fixtures.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated } from '../support/staff-page.ts'

test(
  'a dialog that saves does not take text that would be lost',
  { tag: '@once' },
  async ({ page, staff }) => {
    const tag = unique('Bollard')
    const post = await staff.create({ title: unique('Moored'), tags: [tag] })
    const unused = unique('slow').replace(' ', '-').toLowerCase()
    const dialogs = [
      {
        path: '/admin/blogs/categories',
        opener: 'New Category',
        texts: { Name: unused, Description: 'Slow' },
      },
      { path: '/admin/redirects', opener: 'New Redirect', texts: { From: `/${unused}`, To: '/work' } },
      {
        path: `/admin/blogs/tags?name=${encodeURIComponent(tag)}`,
        opener: `Rename ${tag}`,
        texts: { Name: `${tag} 2` },
      },
      {
        path: `/admin/blogs/${post.id}/revisions`,
        opener: 'Name revision 1',
        texts: { Name: 'Before the storm' },
      },
      { path: '/admin/users', opener: 'Invite', texts: { 'Email Address': `${unused}@example.com` } },
    ]
    for (const { path, opener, texts } of dialogs) {
      const release = await holdRequests(page, '**/api/**', {
        matches: (request) => request.method() !== 'GET',
      })
      await openHydrated(page, path)
      await page.getByRole('button', { name: opener, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const fields = dialog.getByRole('textbox')
      for (const [label, text] of Object.entries(texts))
        await dialog.getByRole('textbox', { name: label }).fill(text)
      await fields.first().press('Enter')
      await expect(dialog.getByRole('progressbar')).toBeVisible()
      for (const field of await fields.all()) await expect(field).not.toBeEditable()
      release()
      await expect(dialog.getByRole('progressbar')).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    }
  },
)
