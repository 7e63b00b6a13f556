import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string | RegExp) => main(page).getByRole('heading', { name })

async function leadsTo(page: Page, path: string) {
  await expect(main(page).locator(`a[href="${path}"]`).first()).toBeVisible()
}

test('Home shows services, figures, case studies and testimonials, and links to the contact form', async ({
  page,
}) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(/Halyard/)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveCount(1)
  await leadsTo(page, '/contact')
  await leadsTo(page, '/services')
  await leadsTo(page, '/about')

  await expect(main(page).getByRole('list', { name: 'Halyard in figures' }).getByRole('listitem')).toHaveText(
    [/50\+\s*projects completed/, /98%\s*client satisfaction/, /5\+\s*years experience/, /24\/7\s*support/],
  )
  for (const service of ['App Development', 'Web Development', 'SEO Services', 'Marketing Consultancy'])
    await expect(heading(page, service)).toBeVisible()

  const studies = main(page).getByRole('article')
  await expect(studies).toHaveCount(3)
  await expect(studies.filter({ hasText: /e-commerce redesign/i })).toContainText(/150%\s*sales increase/)
  await expect(studies.filter({ hasText: /healthcare mobile app/i })).toContainText(/10,000\+\s*active users/)
  await expect(studies.filter({ hasText: /saas dashboard/i })).toContainText(/40%\s*better engagement/)
  for (const study of await studies.all()) await expect(study.getByRole('img').first()).toBeVisible()

  await expect(main(page).getByRole('blockquote')).toHaveCount(3)
  await expect(main(page).getByRole('img', { name: 'Five stars' })).toHaveCount(3)

  await main(page).getByRole('link', { name: 'Start a project' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('form', { name: 'Contact' })).toBeVisible()
})

test('About shows the story, the timeline, the values and the team, and links to each service', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page).toHaveTitle('About | Halyard')
  await expect(main(page)).toContainText(/2019/)
  const journey = main(page).getByRole('region', { name: 'The journey so far' }).getByRole('listitem')
  await expect(journey).toHaveText([
    /2019.*founded/i,
    /2020.*first major client/i,
    /2022.*team of 15\+/i,
    /2024.*50\+ projects/i,
  ])
  for (const name of ['Vision', 'Mission', 'Achievements']) await expect(heading(page, name)).toBeVisible()
  for (const value of ['Technical Excellence', 'Client-Centric Approach', 'Innovation', 'Passion'])
    await expect(heading(page, value)).toBeVisible()

  const team = main(page).getByRole('region', { name: 'Who you work with' })
  const members = team.locator('ul').first().locator('> li')
  await expect(members).toHaveCount(6)
  for (const member of await members.all()) {
    await expect(member.getByRole('heading')).toBeVisible()
    await expect(member.getByRole('img')).toBeVisible()
    await expect(
      member
        .getByRole('list', { name: /^Skills of/ })
        .getByRole('listitem')
        .nth(2),
    ).toBeVisible()
  }
  await leadsTo(page, '/contact')
  await leadsTo(page, '/services')

  await page.getByRole('contentinfo').getByRole('link', { name: 'SEO Services' }).click()
  await expect(page).toHaveURL('/services#seo')
  await expect(heading(page, 'SEO & Digital Marketing')).toBeInViewport()
})

test('Services lists the services and the process', async ({ page }) => {
  await page.goto('/services')
  await expect(page).toHaveTitle('Services | Halyard')
  const core = [
    'Mobile App Development',
    'Web Development',
    'SEO & Digital Marketing',
    'Marketing Consultancy',
  ]
  for (const name of core) {
    const service = main(page).getByRole('region', { name, exact: true })
    await expect(service.getByRole('heading', { name: 'Features' })).toBeVisible()
    await expect(service.getByRole('heading', { name: 'Technologies' })).toBeVisible()
    expect(await service.getByRole('listitem').count()).toBeGreaterThan(5)
    await expect(service.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/contact')
  }
  for (const name of [
    'Custom Software Development',
    'Database Design & Management',
    'Cybersecurity Solutions',
    'Performance Optimization',
    'Team Augmentation',
  ])
    await expect(heading(page, name)).toBeVisible()

  const process = main(page).getByRole('region', { name: 'From first talk to open water' })
  await expect(process.getByRole('heading', { level: 3 })).toHaveText([
    'Discovery & Planning',
    'Strategy & Design',
    'Development & Testing',
    'Launch & Support',
  ])
  await expect(main(page).getByRole('blockquote')).not.toHaveCount(0)
  await leadsTo(page, '/contact')
})

test('Contact shows phone, e-mail, business hours and four FAQs', async ({ page }) => {
  await page.goto('/contact')
  await expect(page).toHaveTitle('Contact | Halyard')
  await expect(main(page).getByRole('region', { name: 'Phone' }).getByRole('link')).toHaveAttribute(
    'href',
    /^tel:\+\d+$/,
  )
  await expect(main(page).getByRole('region', { name: 'Email' }).getByRole('link')).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  const hours = main(page).getByRole('region', { name: 'Business hours' })
  await expect(hours.locator('dl > div')).toHaveText([
    /Mon-Fri\s*9:00 AM-6:00 PM/,
    /Sat\s*10:00 AM-4:00 PM/,
    /Sun\s*closed/i,
  ])
  await expect(main(page)).toContainText(/24 hours/)

  const questions = main(page).locator('details')
  await expect(questions.locator('summary')).toHaveText([
    /how long/i,
    /ongoing support/i,
    /development process/i,
    /existing team/i,
  ])
  for (const question of await questions.all()) {
    await expect(question.locator('p')).toBeHidden()
    await question.locator('summary').press('Enter')
    await expect(question.locator('p')).toBeVisible()
  }
})
