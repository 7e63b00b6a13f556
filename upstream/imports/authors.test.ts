import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ImportPost } from '#contract/imports.ts'
import { createAccount } from '../accounts/manage.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

const password = 'a password for tests'

describe.each(databases)('authors of imported posts on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    const db = await up.tables()
    for (const [index, name] of ['\u00c9lise Martin', 'Ann', 'ANN', 'Gone'].entries())
      await createAccount(db, { email: `author-${index}@example.com`, name, role: 'author', password })
    const [gone] = await db.selectFrom('authors').select('id').where('name', '=', 'Gone').execute()
    await db
      .updateTable('authors')
      .set({ name: 'Forgotten', slug: `~${gone?.id}` })
      .where('id', '=', gone?.id ?? 0)
      .execute()
  })
  afterAll(() => up.stop())

  it.each([
    ['\u00c9lise Martin', '\u00c9lise Martin'],
    ['\u00e9LISE MARTIN', '\u00c9lise Martin'],
    ['E\u0301lise Martin', '\u00c9lise Martin'],
    ['ANN', 'ANN'],
    ['ann', 'Ann'],
    ['Forgotten', 'Editorial team'],
  ])('the name %s matches %s', async (written, name) => {
    const content = `---\ntitle: A\nauthor: ${written}\n---\nx`
    const { id, checked } = await uploadImport(up, token, 'a.zip', zip([{ path: 'a.md', content }]))
    const posts: ImportPost[] = checked.json.data.posts
    expect(posts.map(({ author }) => author)).toEqual([{ name, source: written }])
    await up.call('DELETE', `/api/imports/${id}`, { token })
  })
})
