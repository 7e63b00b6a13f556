import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

describe.each(databases)('names of categories on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const create = (name: string) => up.call('POST', '/api/categories', { token, json: { name } })
  const importPost = async (slug: string, category: string) => {
    const content = `---\ntitle: A\ncategory: ${category}\n---\nx`
    const { id } = await uploadImport(up, token, 'a.zip', zip([{ path: `${slug}.md`, content }]))
    await runImport(up, token, id)
    return (await up.call('GET', `/api/blogs/${slug}`, { token })).json.data.category
  }

  it('are the same with accents as one or two characters', async () => {
    const { data } = (await create('Cafe\u0301')).json
    expect(data.name).toBe('Caf\u00e9')
    for (const name of ['Cafe\u0301', 'CAFE\u0301', 'caf\u00e9'])
      expect([name, (await create(name)).status]).toEqual([name, 409])
    for (const [index, name] of ['Cafe\u0301', 'CAF\u00c9'].entries())
      expect(await importPost(`cafe-${index}`, name)).toMatchObject({ slug: data.slug, name: 'Caf\u00e9' })
  })

  it('are imported with accents as one character', async () => {
    expect(await importPost('dessert', 'Bru\u0302le\u0301e')).toMatchObject({ name: 'Br\u00fbl\u00e9e' })
    expect((await create('Br\u00fbl\u00e9e')).status).toBe(409)
  })
})
