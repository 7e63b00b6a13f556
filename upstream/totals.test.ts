import { expect, it } from '@jest/globals'
import { startUpstream } from './testing/harness.ts'

const lists = [
  '/users',
  '/invitations',
  '/auth/sessions',
  '/authors',
  '/case-studies',
  '/categories',
  '/tags',
  '/tags?include=details',
  '/tags/duplicates',
  '/activity',
  '/notifications',
  '/messages',
  '/media',
  '/redirects',
  '/imports',
]

it('every list has its totals', async () => {
  const up = await startUpstream('sqlite')
  const token = await up.signIn()
  for (const path of lists) {
    const { json } = await up.call('GET', `/api${path}`, { token })
    const totals = { total: expect.any(Number), totalPages: expect.any(Number) }
    expect([path, json]).toEqual([path, expect.objectContaining(totals)])
  }
  await up.stop()
})
