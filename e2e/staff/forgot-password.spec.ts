import { expect, unique } from '../support/fixtures.ts'
import { sharedTest as test } from '../support/mail-fixtures.ts'
import { createUser, newPassword } from '../support/people.ts'
import { signIn } from '../support/session.ts'
import { Staff } from '../support/staff-client.ts'

test(
  'a forgotten password is replaced by e-mail',
  { tag: '@once' },
  async ({ page, context, front, mails }) => {
    const owner = await Staff.signIn(front.url)
    const person = await createUser(front.url, owner, 'author', unique('Forgetful'))
    await signIn(context, front, false, person)
    await page.goto(`${front.url}/admin/blogs`)
    await expect(page.getByRole('link', { name: 'View Website' }).first()).toBeVisible()

    await page.goto(`${front.url}/admin/forgot`)
    await page.getByLabel('Email Address').fill('no-one@example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Email Address').fill(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('If this address has an account, we have sent it a link.')).toBeVisible()

    const email = () =>
      mails.emails.findLast(
        ({ recipients, text }) => recipients.includes(person.email) && text.includes('/admin/reset'),
      )
    await expect.poll(email, `an e-mail to ${person.email}`).toBeDefined()
    const link = /^http\S+\/admin\/reset\?token=[0-9a-f]{64}$/m.exec(email()?.text ?? '')?.[0] ?? ''
    expect(link).toContain(`${front.url}/admin/reset?token=`)
    const response = await page.goto(link)
    expect(response?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    })
    await page.getByLabel('New Password', { exact: true }).fill('password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Password must be at least 10 characters')).toBeVisible()
    await page
      .getByLabel('Email Address')
      .evaluate((input: HTMLInputElement) => (input.value = 'else@example.com'))
    const password = newPassword()
    await page.getByLabel('New Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Your password is changed')).toBeVisible()
    await expect(page.getByLabel('Email Address')).toHaveValue(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${front.url}/admin/dashboard`)
    await page.goto(link)
    await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
  },
)
