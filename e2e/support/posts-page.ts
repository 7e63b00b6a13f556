import type { Page } from '@playwright/test'
import { unique } from './fixtures.ts'
import type { PostFields, Staff, StoredPost } from './staff-client.ts'

/** Creates posts with a unique word in their titles, oldest first. */
export async function write(
  staff: Staff,
  count: number,
  fields: (number: number) => PostFields = () => ({}),
) {
  const word = unique('halyard').replace(' ', '')
  const posts: StoredPost[] = []
  for (let number = 1; number <= count; number += 1)
    posts.push(await staff.create({ title: `${word} ${number}`, ...fields(number) }))
  return { word, posts, titles: posts.map(({ title }) => title) }
}

export const rows = (page: Page) =>
  page.getByRole('table', { name: 'Blog posts' }).locator('tbody').getByRole('row')
export const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
export const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
