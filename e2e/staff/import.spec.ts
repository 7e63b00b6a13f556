import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { makeZip } from 'client-zip'
import sharp from 'sharp'
import { v7 as createUuid } from 'uuid'
import { expectAccessibleInBoth } from '../support/accessibility.ts'
import { title } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { holdRequests, loseResponse } from '../support/hold-requests.ts'
import { test } from '../support/staff-fixtures.ts'
import { openHydrated as open, toast } from '../support/staff-page.ts'

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
  await expect(page.getByRole('table', { name: /of the file$/ })).toBeVisible()
}

test('an archive of Markdown is checked and then imported', async ({ page, storedPosts }) => {
  const [first, second] = [unique('First imported'), unique('Second imported')]
  await open(page, '/admin/import')
  const old = `/${unique('old').replace(/\W+/g, '-')}`
  await check(
    page,
    await archive([
      postFile(first, `tags: [Imported]\nauthor: Casper\naliases: ['${old}']\n`),
      postFile(second, 'publishDate: 2999-05-06\n'),
      { name: 'site/posts/unreadable.md', input: '---\ntitle: [\n---\nText' },
    ]),
  )
  const unread = page.getByRole('row').filter({ hasText: 'unreadable.md' })
  await expect(unread).toContainText('The front matter cannot be read')
  await expect(unread).not.toContainText(/a new URL|draft/)
  const authors = page.getByRole('region', { name: 'Authors' })
  await expect(authors.getByRole('listitem')).toHaveText([
    '1 post by “Casper”: assigned to you, because no author of this site matches',
    '1 post without an author: assigned to you',
  ])
  await expect(authors.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/admin/users')
  const row = page.getByRole('row').filter({ hasText: first })
  await expect(row).toContainText(`Redirects from ${old}`)
  await expect(page.getByRole('region', { name: 'File', exact: true })).toContainText(
    '1 redirect from old addresses of posts',
  )
  await expect(row).toContainText('“Casper” in the file')
  await expect(row).toContainText('Image not found in the file: gone.png')
  await expect(row).toContainText('New')
  expect(await storedPosts.find(first)).toEqual([])

  await page.getByRole('button', { name: 'Import 2 posts' }).click()
  await expect(page.getByText('2 posts imported, 0 skipped, 1 not imported.')).toBeVisible()
  await expect(authors).toHaveCount(0)
  await expect(unread).not.toContainText(/a new URL|draft/)
  await expect(row).toContainText('Imported')
  // The post is a draft here.
  await expect(row.getByRole('cell', { name: 'published' })).toHaveAttribute('data-label', 'In the file')
  await expect(page.getByRole('row').filter({ hasText: second })).toContainText('scheduled')
  const [post] = await storedPosts.find(first)
  expect(post).toMatchObject({ title: first, published: false, tags: ['Imported'] })
  expect(await storedPosts.find(second)).toHaveLength(1)
  await row.getByRole('link', { name: first }).click()
  await expect(page).toHaveURL(/\/admin\/blogs\/edit\//)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(first)
  await open(page, `/admin/redirects?search=${old}`)
  await expect(page.getByRole('row').filter({ hasText: old })).toContainText(
    'Applies when the post is published.',
  )
})

test('case studies of an export are imported', { tag: '@once' }, async ({ page, site, token }) => {
  const title = unique('Study')
  const input = `---
id: ${JSON.stringify(createUuid())}
type: case-study
title: ${JSON.stringify(title)}
slug: ${JSON.stringify(title.toLowerCase().replace(/\W+/g, '-'))}
client: Bay Lines
summary: Nine islands.
results: [{ figure: '9', label: islands }]
---
Text.
`
  await open(page, '/admin/import')
  await check(page, await archive([{ name: 'site/case-studies/a.md', input }, postFile(unique('Beside'))]))
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('/work/study')
  await expect(page.getByRole('heading', { name: 'Posts and case studies' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 items' }).click()
  await expect(page.getByText('2 items imported, 0 skipped, 0 not imported.')).toBeVisible()
  await row.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(/\/admin\/case-studies\/edit\//)
  await expect(page.getByLabel('Client')).toHaveValue('Bay Lines')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.close()
  const deletion = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }
  expect((await fetch(`${site.url}/api/case-studies/${id}`, deletion)).status).toBe(200)
})

test(
  'authors are counted for what would be imported, and imports are accessible',
  { tag: '@once' },
  async ({ page, staff }) => {
    const [first, second] = [unique('Taken first'), unique('Taken second')]
    for (const title of [first, second]) await staff.create({ title })
    await open(page, '/admin/import')
    await expectAccessibleInBoth(page)
    await check(
      page,
      await archive([
        ...[first, unique('Free')].map((title) => postFile(title, 'author: Casper\n')),
        postFile(second, 'author: Doris\n'),
      ]),
    )
    const authors = page.getByRole('region', { name: 'Authors' }).getByRole('listitem')
    await expect(authors).toHaveText([/^1 post by “Casper”/])
    await page.getByRole('radio', { name: 'Import them with a new URL' }).check()
    await expect(authors).toHaveText([/^2 posts by “Casper”/, /^1 post by “Doris”/])
    await page.getByRole('radio', { name: 'Skip them' }).check()
    await expect(authors).toHaveText([/^1 post by “Casper”/])
    await expectAccessibleInBoth(page, 'a checked file')
  },
)

test('the files of the last days have pages', { tag: '@once' }, async ({ page, site }) => {
  const name = unique('paged')
  const database = new Database(site.databaseFile, { timeout: 60_000 })
  const insert = database.prepare(
    'insert into imports (id, name, bytes, created_at, checked_at) values (?, ?, 1, ?, ?)',
  )
  const day = Date.now() - 86_400_000
  try {
    for (let n = 0; n < 21; n += 1) insert.run(createUuid(), `${name} ${n}`, day + n, day)
    insert.run(createUuid(), `${name} unchecked`, day, null)
    const checked = database.prepare('select count(*) from imports where checked_at is not null')
    const lastPage = Math.ceil(Number(checked.pluck().get()) / 20)
    await open(page, '/admin/import')
    const list = page.getByRole('region', { name: 'Files of the last 7 days' })
    const oldest = list.getByRole('link', { name: `${name} 0`, exact: true })
    await expect(list.getByRole('listitem')).toHaveCount(20)
    await expect(oldest).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/admin/import?page=2')
    await expect(list).toBeFocused()
    await open(page, `/admin/import?page=${lastPage + 7}`)
    await expect(page).toHaveURL(`/admin/import?page=${lastPage}`)
    await expect(oldest).toBeVisible()
    await expect(list).not.toContainText('unchecked')
    await oldest.click()
    await expect(page.getByRole('heading', { name: `Import of ${name} 0` })).toBeAttached()
    await page.goBack()
    await expect(oldest).toBeFocused()
  } finally {
    database.prepare('delete from imports where name like ?').run(`${name}%`)
    database.close()
  }
})

test(
  'an import that was deleted or never checked leads back to the list',
  { tag: '@once' },
  async ({ page, site, token, request }) => {
    const options = { headers: { authorization: `Bearer ${token}` }, data: { name: 'part.zip', bytes: 9 } }
    const created = await request.post(`${site.url}/api/imports`, options)
    const { id } = (await created.json()).data
    await page.goto(`/admin/import/${id}`)
    await expect(page.getByText('This file was not checked. Choose it again.')).toBeVisible()
    await expect(page).toHaveURL('/admin/import')
    await request.delete(`${site.url}/api/imports/${id}`, options)
    await page.goto(`/admin/import/${id}`)
    await expect(page.getByText('This import no longer exists.')).toBeVisible()
    await expect(page).toHaveURL('/admin/import')
  },
)

test(
  'a folder replaces a chosen file, is explained when it is empty, and is packed, checked and imported',
  { tag: '@once' },
  async ({ page, storedPosts }) => {
    const title = unique('From a folder')
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-folder-'))
    const write = async (name: string, content: string | Buffer) => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
      await writeFile(path.join(folder, name), content)
    }
    const picture = { width: 8, height: 8, channels: 3, background: 'red' } as const
    const image = await sharp({ create: picture }).png().toBuffer()
    await write('.git/hidden.md', '---\ntitle: Hidden\n---\nHidden.\n')
    await open(page, '/admin/import')
    const chosen = page.getByLabel('File', { exact: true })
    await chosen.setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.getByLabel('Or choose a folder').setInputFiles(folder)
    expect(scripts).toEqual([])
    await expect(chosen).toHaveValue('')
    await page.getByRole('button', { name: 'Check folder' }).click()
    await expect(page.getByText('The folder is empty.')).toBeVisible()

    await write('posts/first.md', `---\ntitle: ${title}\n---\nA ![flag](../images/flag.png).\n`)
    await write('images/flag.png', image)
    await page.getByLabel('Or choose a folder').setInputFiles(folder)
    await page.getByRole('button', { name: 'Check folder' }).press('Enter')
    const file = page.getByRole('region', { name: 'File', exact: true })
    await expect(file).toContainText(`${path.basename(folder)}.zip`)
    await expect(file).toContainText('1 image found')
    await expect(page.getByRole('table', { name: /of the file$/ }).locator('[data-row]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Import 1 post' }).click()
    await expect(page.getByText('1 post imported, 0 skipped, 0 not imported.')).toBeVisible()
    expect(await storedPosts.find(title)).toMatchObject([{ title, published: false }])
    await rm(folder, { recursive: true })
  },
)

test(
  'a check that ends after its page was left does not leave the editor',
  { tag: '@once' },
  async ({ page }) => {
    await open(page, '/admin/import')
    const release = await holdRequests(page, '**/api/imports/*/check')
    const buffer = await archive([postFile(unique('Checked late'))])
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'late.zip', mimeType: 'application/zip', buffer })
    const sent = page.waitForRequest(/\/api\/imports\/[^/]+\/check$/)
    await page.getByRole('button', { name: 'Check file' }).click()
    await sent
    await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'New Post' }).click()
    await title(page).fill('Typed meanwhile')
    const left: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/admin/import/')) left.push(request.url())
    })
    const counted = page.waitForResponse((response) => response.url().endsWith('/api/stats'))
    release()
    // The counts are fetched after everything else that the end of the check causes.
    await counted
    expect(left).toEqual([])
    await expect(page).toHaveURL('/admin/blogs/new')
    await expect(title(page)).toHaveValue('Typed meanwhile')
  },
)

test(
  'an interrupted import shows the options that it continues with, and stays on its page when it loses the server',
  { tag: '@once' },
  async ({ page, site, storedPosts, allowed }) => {
    allowed.push(/ERR_FAILED/, /ERR_CONNECTION_REFUSED/)
    const title = unique('Interrupted')
    let isAway = false
    await page.route(/\/(api|admin)\//, (route) =>
      isAway ? route.abort('connectionrefused') : route.fallback(),
    )
    await open(page, '/admin/import')
    const [done, failed] = [unique('Done'), unique('Failed')]
    await check(page, await archive([postFile(done), postFile(failed), postFile(title)]))
    const publish = page.getByRole('checkbox', { name: 'Publish the posts that were published' })
    await expect(publish).not.toBeChecked()

    const begun = { publish: true, taken: 'skip', hosts: [], site: '' }
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const database = new Database(site.databaseFile, { timeout: 60_000 })
    database.prepare('update imports set options = ? where id = ?').run(JSON.stringify(begun), id)
    const setOutcome = database.prepare(
      'update import_posts set outcome = ? where import_id = ? and document like ?',
    )
    setOutcome.run('imported', id, `%${done}%`)
    setOutcome.run('failed', id, `%${failed}%`)
    database.close()
    await open(page, `/admin/import/${id}`)
    await expect(page.getByText('The import goes on with the options that it began with.')).toBeVisible()
    await expect(publish).toBeChecked()
    await expect(publish).toBeDisabled()
    const counts = page.getByRole('region', { name: 'File', exact: true }).getByRole('listitem')
    await expect(counts).toHaveText(['1 new post', '1 imported already', '1 not imported'])
    const { href } = new URL(page.url())
    isAway = true
    await page.getByRole('button', { name: 'Continue the import' }).click()
    await expect(page.getByText('The import stopped. What was imported so far is kept')).toBeVisible()
    await expect(page.getByRole('table', { name: /of the file$/ })).toContainText(title)
    expect(page.url()).toBe(href)
    isAway = false
    await page.getByRole('button', { name: 'Continue the import' }).click()
    await expect(page.getByText('2 posts imported, 0 skipped, 1 not imported.')).toBeVisible()
    expect(await storedPosts.find(title)).toMatchObject([{ title, published: true }])
  },
)

test(
  'an import is stopped, listed as partly imported, and continued, and shows each post that is imported',
  { tag: '@once' },
  async ({ page, site, storedPosts }) => {
    const [first, second] = [unique('Before the stop'), unique('After the stop')]
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // A step that imports the first post only.
    const runStep = async (id: string | undefined) => {
      const database = new Database(site.databaseFile, { timeout: 60_000 })
      const options = JSON.stringify({ publish: false, taken: 'skip', hosts: [], site: '' })
      database.prepare('update imports set options = ? where id = ?').run(options, id)
      database
        .prepare("update import_posts set outcome = 'imported' where import_id = ? and document like ?")
        .run(id, `%${first}%`)
      database.close()
      return (await page.request.get(`/api/imports/${id}`)).json()
    }
    await page.route(
      '**/api/imports/*/run',
      async (route) => {
        await released
        const id = new URL(route.request().url()).pathname.split('/').at(-2)
        await route.fulfill({ json: await runStep(id) })
      },
      { times: 1 },
    )
    await open(page, '/admin/import')
    await check(page, await archive([postFile(first), postFile(second)]))
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await page.getByRole('button', { name: 'Import 2 posts' }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Stopping…' })).toBeVisible()
    release()
    const proceed = page.getByRole('button', { name: 'Continue the import' })
    await expect(page.getByRole('button', { name: 'Stopping…' })).toHaveCount(0)
    await expect(proceed).toBeFocused()
    expect(await storedPosts.find(second)).toEqual([])

    await page.getByRole('link', { name: 'Back to Import & Export' }).click()
    const item = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) })
    await expect(item).toContainText('Partly imported')
    await item.getByRole('link').click()
    const row = page.getByRole('row').filter({ hasText: second })
    await expect(row).toContainText('New')
    const held = Promise.withResolvers<void>()
    let calls = 0
    await page.route('**/api/imports/*/run', async (route) => {
      const response = await route.fetch()
      calls += 1
      if (calls > 1) await held.promise
      const { data } = await response.json()
      await route.fulfill({ response, json: { data: { ...data, finished: calls > 1 } } })
    })
    await proceed.click()
    await expect(row).toContainText('Imported')
    await expect(row).not.toContainText('New')
    held.resolve()
    await expect(page.getByText('2 posts imported, 0 skipped, 0 not imported.')).toBeVisible()
    expect(await storedPosts.find(second)).toHaveLength(1)
  },
)

test(
  'images of an old site whose address was missing are fetched after the import',
  { tag: '@once' },
  async ({ page, allowed }) => {
    allowed.push(/ERR_FAILED/)
    const title = unique('From Ghost')
    const html = '<img src="__GHOST_URL__/content/images/a.png" alt="A">'
    const post = { id: title, uuid: title, title, slug: '', html, status: 'published', type: 'post' }
    await open(page, '/admin/import')
    const buffer = Buffer.from(JSON.stringify({ data: { posts: [post] } }))
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'ghost.json', mimeType: 'application/json', buffer })
    await page.getByRole('button', { name: 'Check file' }).click()
    const release = await holdRequests(page, /\/api\/imports\/[\w-]+\?page=/)
    await page.getByRole('button', { name: 'Import 1 post' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 image could not be fetched.' })).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    const field = page.getByLabel('Address of the old site')
    await again.click()
    await expect(field).toHaveAccessibleDescription(/Enter an address/)
    await field.fill('old.invalid')
    await again.click()
    await expect(
      page.getByRole('status').filter({ hasText: '1 image still could not be fetched.' }),
    ).toBeVisible()
    await expect(again).toBeFocused()
    await expect(field).toHaveValue('https://old.invalid')
    release()
    await page.route('**/api/imports/*/retry', (route) => route.abort(), { times: 1 })
    await again.click()
    await expect(page.getByText('The images could not be fetched. Please try again.')).toBeVisible()
    await expect(again).toBeFocused()
    await loseResponse(page, 'POST', '**/api/imports/*/retry')
    await again.click()
    await page.getByRole('button', { name: 'Continue the import' }).click()
    await expect(page.getByRole('status').filter({ hasText: '1 image could not be fetched.' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: title })).toContainText('images/a.png (')
  },
)

test(
  'a file that cannot be read is explained, one whose check was lost is stored once, and a checked one is discarded',
  { tag: '@once' },
  async ({ page, site, token, allowed }) => {
    allowed.push(networkError(409), networkError(422), /ERR_FAILED/)
    await open(page, '/admin/import')
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByText('Choose a file or a folder.')).toBeVisible()
    await expect(page.getByLabel('File', { exact: true })).toBeFocused()
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') })
    await expect(page.getByText('Choose a file or a folder.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByText('This is neither an archive nor an export')).toBeVisible()

    const name = `${unique('again').replace(' ', '-')}.zip`
    const buffer = await archive([postFile(unique('Discarded'))])
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/zip', buffer })
    await loseResponse(page, 'POST', '**/api/imports/*/check')
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByText('It could not be uploaded. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Check file' }).click()
    await expect(page.getByRole('table', { name: /of the file$/ })).toBeVisible()
    const headers = { authorization: `Bearer ${token}` }
    const { data, total } = await (await fetch(`${site.url}/api/imports`, { headers })).json()
    expect(total).toBeGreaterThanOrEqual(data.length)
    expect(data.filter((stored: { name: string }) => stored.name === name)).toHaveLength(1)

    const discarding = /\/api\/imports\/[\w-]+$/
    await page.route(discarding, (route) =>
      route.fulfill({ status: 409, json: { error: 'It is being read.' } }),
    )
    await page.getByRole('button', { name: 'Discard this file' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(toast(page, 'The file could not be discarded. Please try again.')).toContainText(
      'It is being read.',
    )
    await page.unroute(discarding)
    await page.getByRole('button', { name: 'Discard this file' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('heading', { name: 'Export', exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/import$/)
  },
)

test('all posts are exported', async ({ page, staff }) => {
  const { slug } = await staff.create({ title: unique('Exported') })
  await open(page, '/admin/import')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all content' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^blog-export-[\d-]+\.zip$/)
  const stream = await download.createReadStream()
  const bytes = Buffer.concat(await stream.toArray())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(bytes.includes(`/posts/${slug}.md`)).toBe(true)
})
