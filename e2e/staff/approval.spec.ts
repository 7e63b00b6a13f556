import type { Page } from '@playwright/test'
import {
  appearances,
  changeAppearance,
  expectAccessible,
  expectAccessibleInBoth,
} from '../support/accessibility.ts'
import { button, content, form, noScript, write } from '../support/editor-page.ts'
import { expect, networkError, unique } from '../support/fixtures.ts'
import { openAsClient } from '../support/people.ts'
import { signIn } from '../support/session.ts'
import { sharedTest as test, test as ownSiteTest } from '../support/settings-fixtures.ts'
import { Staff } from '../support/staff-client.ts'

async function shareDraft(url: string, name: string) {
  const staff = new Staff(url, await Staff.signIn(url))
  const post = await staff.create({ title: unique(name), content: 'The first text.', published: false })
  const headers = { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' }
  const shared = await fetch(`${url}/api/blogs/${post.id}/previews`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({ days: 1 }),
  })
  expect(shared.status).toBe(201)
  const { pathname } = new URL((await shared.json()).data.url)
  return { staff, post, link: `${url}${pathname}` }
}

async function countOpenings(url: string, id: string): Promise<number> {
  const headers = { authorization: `Bearer ${await Staff.signIn(url)}` }
  const { data } = await (await fetch(`${url}/api/blogs/${id}/previews`, { headers })).json()
  return data[0].opened
}

const section = (client: Page) => client.getByRole('region', { name: 'What do you think?' })
const response = (client: Page) => client.getByRole('form', { name: 'Your response' })
const sendResponse = (client: Page) => response(client).getByRole('button', { name: 'Send response' }).click()
const panel = (page: Page) => page.getByRole('region', { name: 'Approval', exact: true })

async function openEditor(page: Page, url: string, id: string) {
  await page.goto(`${url}/admin/blogs/edit/${id}`)
  await expect(content(page)).toBeVisible()
}

test.describe('approval', { tag: '@once' }, () => {
  test('a client approves without script, which shows in an open editor, an edit invalidates the approval, and the setting prevents publishing', async ({
    page,
    context,
    browser,
    front,
    settings,
    allowed,
  }) => {
    // The clock is a script, which the frame of the preview blocks.
    allowed.push(networkError(409), noScript)
    await settings.save({ ...(await settings.read()), approvalRequired: true })
    const { post, link } = await shareDraft(front.url, 'For Leaf')
    await signIn(context, front)
    await page.clock.install()
    const loaded = page.waitForResponse('**/reviews')
    await openEditor(page, front.url, post.id)
    await loaded
    await expect(panel(page)).toContainText('This post needs approval before it goes live.')

    const { client, close } = await openAsClient(browser, false)
    const opened = await client.goto(link)
    expect(opened?.headers()['cache-control']).toBe('private, no-store')
    await client.getByRole('link', { name: 'Approve it or request changes' }).click()
    await sendResponse(client)
    const choice = response(client).getByRole('radiogroup', { name: 'Your response' })
    await expect(choice).toHaveAccessibleDescription('Choose whether you approve or request changes')
    await expect(choice).toHaveAttribute('aria-invalid', 'true')
    await expect(response(client).getByLabel('Approve')).toBeFocused()
    await response(client).getByLabel('Request changes').check()
    await sendResponse(client)
    await expect(response(client).getByLabel('Your name')).toBeFocused()
    await expect(choice).not.toHaveAttribute('aria-invalid')
    await response(client).getByLabel('Your name').fill('Ann Lee')
    await sendResponse(client)
    await expect(response(client).getByText('Say in the comment what should change')).toBeVisible()
    await expect(response(client).getByLabel('Comment')).toBeFocused()
    await expect(response(client).getByLabel('Your name')).toHaveValue('Ann Lee')
    await expect(response(client).getByLabel('Request changes')).toBeChecked()
    await response(client).getByLabel('Approve').check()
    await response(client).getByLabel('Comment').fill('Lovely.')
    await sendResponse(client)
    await expect(section(client).getByRole('status')).toHaveText('Thank you. Your approval was sent.')
    await expect(client.getByRole('listitem').filter({ hasText: 'Ann Lee approved' })).toContainText(
      'Lovely.',
    )
    await expect.poll(() => countOpenings(front.url, post.id)).toBe(1)

    await page.clock.fastForward(20_000)
    await expect(panel(page)).toContainText('Approved by Ann Lee on')
    await expect(panel(page)).toContainText('Lovely.')
    await write(page, 'The second text.')
    await expect(panel(page)).toContainText('Saving your changes to the text ends the approval.')
    await button(page, 'Publish').click()
    await expect(page.getByText('The text changed after it was approved.')).toBeVisible()
    await expect(form(page).getByText(/^Not saved yet/)).toBeVisible()
    await button(page, 'Save Draft').click()
    await expect(page).toHaveURL(`${front.url}/admin/blogs`)
    const row = page.getByRole('row').filter({ hasText: post.title })
    await expect(row).toContainText('approval is void')
    await openEditor(page, front.url, post.id)
    await expect(panel(page)).toContainText('Approval is void: the text changed after Ann Lee approved it')

    await client.reload()
    await expect(client.getByText(/^The text has changed since Ann Lee approved on/)).toBeVisible()
    await response(client).getByLabel('Approve').check()
    await response(client).getByLabel('Your name').fill('Ann Lee')
    await sendResponse(client)
    await expect(client.getByRole('listitem').filter({ hasText: 'Ann Lee approved' })).toHaveCount(1)
    await close()
    await page.clock.fastForward(20_000)
    await expect(panel(page)).toContainText('Approved by Ann Lee on')
    await button(page, 'Publish').click()
    await expect(page).toHaveURL(`${front.url}/admin/blogs`)
    await expect(row).toContainText('published')
    await page.goto(`${front.url}/admin/activity`)
    const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
    const approvals = entries.filter({ hasText: `approved a preview of the post ${post.title}` })
    await expect(approvals).toHaveCount(2)
    await page.goto('about:blank')
  })

  test('a text that changed during the review is shown again, with the input kept', async ({
    page,
    browser,
    front,
  }) => {
    const { staff, post, link } = await shareDraft(front.url, 'Moving')
    const { client, close } = await openAsClient(browser, false)
    await client.goto(link)
    await staff.update(post.id, { content: 'The newer text.' })
    const comment = `${'A long comment. '.repeat(120)}\nIts end.`
    await response(client).getByLabel('Request changes').check()
    await response(client).getByLabel('Your name').fill('Ben')
    await response(client).getByLabel('Comment').fill(comment)
    await sendResponse(client)
    await expect(section(client).getByRole('alert')).toContainText(
      'The text changed while you were reading it.',
    )
    await expect(client.getByText('The newer text.')).toBeVisible()
    await expect(response(client).getByLabel('Comment')).toHaveValue(comment)
    await expect(response(client).getByLabel('Request changes')).toBeChecked()
    await sendResponse(client)
    await expect(section(client).getByRole('status')).toHaveText('Thank you. Your comment was sent.')
    await expect(response(client).getByLabel('Comment')).toHaveValue('')
    await close()

    await signIn(page.context(), front)
    await page.goto(link)
    await expect(page.getByRole('listitem').filter({ hasText: 'Ben requested changes' })).toBeVisible()
    await expectAccessibleInBoth(page, 'the preview')
    await openEditor(page, front.url, post.id)
    await expect(panel(page)).toContainText('Changes requested by Ben on')
    await expectAccessibleInBoth(page, 'the panel', { include: '.reviews' })
  })

  ownSiteTest(
    'a scheduled post without an approval is shown as not published',
    async ({ page, context, front, settings }) => {
      front.allowedLog.push(/A scheduled post could not be changed/)
      const staff = new Staff(front.url, await Staff.signIn(front.url))
      const name = unique('Waiting')
      const { id } = await staff.create({ title: name, published: false })
      await staff.schedule(id, { publishAt: new Date(Date.now() + 15_000).toISOString() })
      await settings.save({ ...(await settings.read()), approvalRequired: true })
      const headers = { authorization: `Bearer ${staff.token}` }
      const notifications = async () => (await fetch(`${front.url}/api/notifications`, { headers })).text()
      await expect.poll(notifications, { timeout: 60_000 }).toContain('scheduleFailed')
      await signIn(context, front)
      await page.goto(`${front.url}/admin/blogs`)
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Could not be published on')
      await expectAccessibleInBoth(page, 'the list')
      await page.goto(`${front.url}/admin/blogs/calendar`)
      for (const appearance of appearances) {
        await changeAppearance(page, appearance)
        const entry = page.getByRole('listitem').filter({ hasText: name })
        await expect(entry.last()).toContainText('Could not be published on')
        await expectAccessible(page, `the calendar at ${appearance.width} px`)
      }
      await openEditor(page, front.url, id)
      await expect(page.getByText('Schedule failed. Could not be published on')).toBeVisible()
      await expectAccessibleInBoth(page, 'the save bar', { include: '.editor-save-bar' })
    },
  )
})
