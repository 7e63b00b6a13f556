import { randomUUID } from 'node:crypto'
import { content, kept, open } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { createUser } from '../support/people.ts'
import { test } from '../support/staff-fixtures.ts'

test(
  'a writer whose post was taken over is not asked to save',
  { tag: '@once' },
  async ({ page, site, staff, token, allowed }) => {
    allowed.push(networkError(409), /ERR_FAILED/)
    const person = await createUser(site.url, token, 'editor')
    const { id } = await staff.create({ title: unique('Rejected'), content: 'Shared text' })
    let isReporting = true
    await page.route('**/presence', (route) => (isReporting ? route.fallback() : route.abort()))
    const reported = page.waitForResponse('**/presence')
    await open(page, id)
    await reported
    // The autosave learns about the takeover before the next report.
    isReporting = false
    const claimed = await fetch(`${site.url}/api/blogs/${id}/presence`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tab: randomUUID(), state: 'editing', takesOver: true }),
    })
    expect(claimed.status).toBe(200)
    const rejected = page.waitForResponse((response) => response.status() === 409)
    await content(page).click()
    await page.keyboard.type('!')
    await rejected
    isReporting = true
    await expect(page.getByRole('status', { name: 'People in this post' })).toContainText(
      `${person.name} took over`,
    )
    await kept(page)
    await page.goto('about:blank')
    await person.remove()
  },
)
