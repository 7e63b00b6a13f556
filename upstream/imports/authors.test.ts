import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ImportPost } from '#contract/imports.ts'
import { createAccount } from '../accounts/manage.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

const password = 'a password for tests'

describe.each(databases)('authors of imported posts on %s', (database) => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream(database)
    token = await up.signIn()
    const db = await up.tables()
    for (const [index, name] of ['\u00c9lise Martin', 'Ann', 'ANN', 'Bo', 'Bo', 'Gone'].entries())
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
    ['ann', 'Editorial team'],
    ['Bo', 'Editorial team'],
    ['Forgotten', 'Editorial team'],
  ])('the name %s matches %s', async (written, name) => {
    const content = `---\ntitle: A\nauthor: ${written}\n---\nx`
    const { id, checked } = await uploadImport(up, token, 'a.zip', zip([{ path: 'a.md', content }]))
    const posts: ImportPost[] = checked.json.data.posts
    expect(posts.map(({ author }) => author)).toEqual([{ name, source: written }])
    await up.call('DELETE', `/api/imports/${id}`, { token })
  })

  it('are summed up for the posts that are not here yet', async () => {
    const file = (title: string, author: string) => ({
      path: `${title}.md`,
      content: `---\ntitle: ${title}\n${author}---\n${title === 'Empty' ? '' : 'x'}`,
    })
    const first = await uploadImport(up, token, 'first.zip', zip([file('Here', 'author: Ann\n')]))
    await runImport(up, token, first.id)
    const json = { title: 'Eight', content: 'x' }
    expect((await up.call('POST', '/api/blogs', { token, json })).status).toBe(201)
    const files = [
      ...['Here', 'One', 'Two', 'Three'].map((title) => file(title, 'author: Ann\n')),
      ...['Four', 'Five'].map((title) => file(title, 'author: Cy <AUTHOR-2@example.com>\n')),
      ...[
        file('Six', 'author: Bo\n'),
        file('Seven', ''),
        file('Eight', 'author: Di\n'),
        file('Empty', 'author: Bo\n'),
      ],
    ]
    const { id, checked } = await uploadImport(up, token, 'second.zip', zip(files))
    const expected = [
      { source: 'Ann', name: 'Ann', isMatched: true, posts: 3, taken: 0 },
      { source: 'Cy', name: 'ANN', isMatched: true, posts: 2, taken: 0 },
      { source: 'Bo', name: 'Editorial team', isMatched: false, posts: 1, taken: 0 },
      { source: 'Di', name: 'Editorial team', isMatched: false, posts: 0, taken: 1 },
      { source: '', name: 'Editorial team', isMatched: false, posts: 1, taken: 0 },
    ]
    expect(checked.json.data.authors).toEqual(expected)
    const editor = { email: 'cy@example.com', name: 'Cy', role: 'editor' as const, password }
    await createAccount(await up.tables(), editor)
    const later = await up.call('GET', `/api/imports/${id}`, { token })
    expect(later.json.data.authors).toEqual(expected)
    const { authors, outcomes } = await runImport(up, token, id)
    expect(outcomes).toEqual({ imported: 7, skipped: 2, failed: 1 })
    expect(authors).toEqual([])
    const authorOf = async (slug: string) =>
      (await up.call('GET', `/api/blogs/${slug}`, { token })).json.data.author.name
    expect([await authorOf('two'), await authorOf('five'), await authorOf('six')]).toEqual([
      ...['Ann', 'ANN', 'Editorial team'],
    ])
  })

  it('beyond the first hundred are counted, after those whose posts are new', async () => {
    const json = { title: 'Taken', content: 'x' }
    expect((await up.call('POST', '/api/blogs', { token, json })).status).toBe(201)
    expect((await up.call('POST', '/api/blogs', { token, json })).json.data.slug).toBe('taken-2')
    const file = (title: string, author: string) => ({
      ...{ path: `${title}.md`, content: `---\ntitle: ${title}\nauthor: ${author}\n---\nx` },
    })
    const many = Array.from({ length: 99 }, (_, n) => file(`Many ${n}`, `Author ${n}`))
    const taken = ['taken', 'taken-2'].map((title) => file(title, 'A. First'))
    const check = async (files: typeof many) => {
      const { id, checked } = await uploadImport(up, token, 'many.zip', zip(files))
      await up.call('DELETE', `/api/imports/${id}`, { token })
      return checked.json.data
    }
    const { authors, ...more } = await check([...taken, ...many])
    expect(more).toMatchObject({ moreAuthors: 0, moreTakenAuthors: 0 })
    expect(authors.at(-1)).toMatchObject({ source: 'A. First', posts: 0, taken: 2 })
    const beyond = Array.from({ length: 4 }, (_, n) => file(`More ${n}`, `Author more ${n}`))
    const all = await check([...taken, ...many, ...beyond])
    expect(all).toMatchObject({ moreAuthors: 3, moreTakenAuthors: 1, authors: { length: 100 } })
    expect(all.authors.every(({ posts }: { posts: number }) => posts === 1)).toBe(true)
  })
})
