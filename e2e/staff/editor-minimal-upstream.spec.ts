import { expect, networkError } from '../support/fixtures.ts'
import { test } from '../support/minimal-upstream-fixtures.ts'
import { signIn } from '../support/session.ts'

test.describe('an upstream that has only the required calls', { tag: '@once' }, () => {
  test('receives only its own calls and fields', async ({ page, context, front, plain, allowed }) => {
    allowed.push(networkError(404))
    await signIn(context, front)
    const form = page.getByRole('form', { name: 'Blog post' })
    const content = form.getByRole('textbox', { name: 'Content' })
    const bearer = `Bearer ${plain.token}`

    await page.goto(`${front.url}/admin/blogs/new`)
    await form.getByLabel('Title', { exact: true }).fill('From the editor')
    await content.click()
    await page.keyboard.insertText('One\n\nTwo')
    await form.getByRole('combobox').fill('Rope')
    await page.keyboard.press('Enter')
    plain.received.length = 0
    await form.getByRole('button', { name: 'Save Draft' }).click()
    await expect(page.getByText('Blog post created successfully!')).toBeVisible()
    const created = plain.received.find(({ call }) => call === 'POST /api/blogs')
    expect(created?.bearer).toBe(bearer)
    expect(created?.fields).toEqual({
      title: 'From the editor',
      content: 'One\r\n\r\nTwo',
      excerpt: '',
      published: 'false',
      tags: '["Rope"]',
    })

    const id = plain.posts[0]?.id
    await page.goto(`${front.url}/admin/blogs/edit/${id}`)
    await expect(content).toContainText('Two')
    await expect(form.getByText(/^Not saved yet/)).toHaveCount(0)

    const visual = form.getByRole('button', { name: 'Visual', exact: true })
    plain.received.length = 0
    await visual.click()
    await expect(visual).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(visual).toHaveAttribute('aria-pressed', 'true')
    await form.getByRole('button', { name: 'Markdown', exact: true }).click()
    expect(plain.received.map(({ call }) => call)).not.toContain('PUT /api/auth/preferences')

    await form.getByLabel('Excerpt').fill('Short')
    plain.received.length = 0
    await form.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Blog post updated successfully!')).toBeVisible()
    const updated = plain.received.find(({ call }) => call === `PUT /api/blogs/${id}`)
    expect(updated?.bearer).toBe(bearer)
    expect(Object.keys(updated?.fields ?? {})).toEqual(['title', 'content', 'excerpt', 'published', 'tags'])
    expect(updated?.fields).toMatchObject({ excerpt: 'Short', published: 'true' })
  })
})
