import { rmSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { freePort } from '#testing/free-port.ts'
import { accountEnv, signIn } from '../support/session.ts'
import { content, form, offer, write } from '../support/editor-page.ts'
import { unique } from '../support/fixtures.ts'
import { linkOtherBuild } from '../support/other-build.ts'
import { startServer } from '../support/server-process.ts'
import { Staff } from '../support/staff-client.ts'

const notice = (page: Page) => page.getByText('A new version of the staff area is available.')

async function saveInPlace(page: Page) {
  const response = page.waitForResponse((each) => each.request().method() === 'PUT')
  await page.keyboard.press('ControlOrMeta+s')
  expect((await response).status()).toBe(200)
  await expect(form(page).getByText(/^Saved /)).toBeVisible()
}

test(
  'an upgrade while somebody writes is announced and loses nothing',
  { tag: '@once' },
  async ({ context, page }) => {
    const problems: string[] = []
    context.on('weberror', (error) => problems.push(error.error().message))
    context.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
    })
    const options = { entry: '.next/site/start.mjs', portVariable: 'PORT', port: await freePort() } as const
    const old = await startServer({ ...options, env: accountEnv })
    const staff = new Staff(old.url, await Staff.signIn(old.url))
    const { id } = await staff.create({ title: unique('Upgraded'), published: false })
    await signIn(context, old)
    const visitor = await context.newPage()
    await visitor.goto(`${old.url}/services`)
    await visitor.evaluate(() => Reflect.set(window, 'isOldDocument', true))
    await page.goto(`${old.url}/admin/blogs/edit/${id}`)
    await write(page, 'Typed before the upgrade.')
    await saveInPlace(page)
    await expect(notice(page)).toBeHidden()

    const folder = linkOtherBuild()
    old.signal('SIGTERM')
    expect(await old.exited).toBe(0)
    const upgraded = await startServer({ ...options, folder, dataDir: old.dataDir })

    await write(page, 'Typed during the upgrade.')
    // Every change refetches the counts of the frame, which else happens once a minute.
    await saveInPlace(page)
    await expect(notice(page)).toBeVisible()
    await write(page, 'Typed after the upgrade.')
    page.once('dialog', (dialog) => void dialog.accept())
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await loaded
    await offer(page).getByRole('button', { name: 'Restore' }).click()
    await expect(content(page)).toHaveText('Typed after the upgrade.')
    await saveInPlace(page)
    await expect(notice(page)).toBeHidden()

    await visitor.getByRole('navigation').first().getByRole('link', { name: 'About' }).click()
    await expect(visitor).toHaveURL(`${old.url}/about`)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await visitor.evaluate(() => Reflect.has(window, 'isOldDocument'))).toBe(false)

    expect(problems).toEqual([])
    await upgraded.stop()
    await old.stop()
    rmSync(folder, { recursive: true })
  },
)
