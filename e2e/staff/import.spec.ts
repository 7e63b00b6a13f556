import type { Page } from '@playwright/test'
import { makeZip } from 'client-zip'
import { appearances, expectAccessible, setAppearance } from '../support/accessibility.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated as open } from '../support/staff-page.ts'

async function archive(files: { name: string; input: string }[]): Promise<Buffer> {
  return Buffer.from(await new Response(makeZip(files)).arrayBuffer())
}

const postFile = (title: string, more = '') => ({
  name: `site/posts/${title.replace(/\W+/g, '-').toLowerCase()}.md`,
  input: `---\ntitle: ${JSON.stringify(title)}\ndate: 2020-01-02\n${more}---\nText with ![a picture](gone.png).\n`,
})

const check = async (page: Page, buffer: Buffer) => {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByRole('table', { name: 'Posts of the file' })).toBeVisible()
}

test('an archive of Markdown is checked and then imported', async ({ page, storedPosts }) => {
  const [first, second] = [unique('First imported'), unique('Second imported')]
  await open(page, '/admin/import')
  await check(page, await archive([postFile(first, 'tags: [Imported]\n'), postFile(second)]))
  const row = page.getByRole('row').filter({ hasText: first })
  await expect(row).toContainText('Image not found in the file: gone.png')
  await expect(row).toContainText('New')
  expect(await storedPosts.find(first)).toEqual([])

  await page.getByRole('button', { name: 'Import 2 posts' }).click()
  await expect(page.getByText('2 posts imported, 0 skipped, 0 not imported.')).toBeVisible()
  await expect(row).toContainText('Imported')
  const [post] = await storedPosts.find(first)
  expect(post).toMatchObject({ title: first, published: false, tags: ['Imported'] })
  expect(await storedPosts.find(second)).toHaveLength(1)
})

test('a checked file is discarded, and a file that cannot be read is explained', async ({
  page,
  allowed,
}) => {
  allowed.push(networkError(422))
  await open(page, '/admin/import')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Choose a file.')).toBeVisible()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
  await expect(page.getByText('Choose a file.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('This is neither an archive nor an export')).toBeVisible()

  await check(page, await archive([postFile(unique('Discarded'))]))
  await page.getByRole('button', { name: 'Discard this file' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Export', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/import$/)
})

test('all posts are exported', async ({ page, staff }) => {
  const { slug } = await staff.create({ title: unique('Exported') })
  await open(page, '/admin/import')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all posts' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^blog-export-[\d-]+\.zip$/)
  const stream = await download.createReadStream()
  const bytes = Buffer.concat(await stream.toArray())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(bytes.includes(`/posts/${slug}.md`)).toBe(true)
})

for (const { width, theme } of appearances)
  test(
    `imports are accessible at ${width} px in the ${theme} theme`,
    { tag: '@once' },
    async ({ page, staff }) => {
      const taken = unique('Taken')
      await staff.create({ title: taken })
      await setAppearance(page, { width, theme })
      await open(page, '/admin/import')
      await expectAccessible(page)
      await check(page, await archive([postFile(taken), postFile(unique('Seen'))]))
      await expect(page.getByText('Import them with a new URL')).toBeVisible()
      await expectAccessible(page)
    },
  )
