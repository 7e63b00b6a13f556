import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { subscriberImportResponseSchema } from '#contract/subscribers.ts'
import { databases, startUpstream, type TestUpstream } from '../testing/harness.ts'

describe.each(databases)('the subscribers on %s', (database) => {
  let up: TestUpstream
  let token: string
  const queries: string[] = []

  beforeAll(async () => {
    up = await startUpstream(database, { onQuery: ({ query }) => queries.push(query.sql) })
    token = await up.signInAs('editor')
    for (const email of ['Ann@a.example', 'bob_1@b.example', '=cmd@c.example'])
      await up.call('POST', '/api/newsletter', { json: { email }, address: email })
    const pending = {
      id: 'x',
      address: 'd@d.example',
      email: 'd@d.example',
      created_at: 1,
      confirmed_at: null,
    }
    await (await up.tables()).insertInto('subscribers').values(pending).execute()
  })
  afterAll(() => up.stop())

  const list = async (query = '') => (await up.call('GET', `/api/subscribers${query}`, { token })).json
  const emails = async (query?: string) =>
    (await list(query)).data.map(({ email }: { email: string }) => email).toSorted()

  it('are listed when confirmed, and found by part of the address', async () => {
    expect(await list()).toMatchObject({ total: 3, totalPages: 1 })
    expect(await emails('?search=ANN@')).toEqual(['Ann@a.example'])
    expect(await emails('?search=_')).toEqual(['bob_1@b.example'])
    expect(await emails('?search=nobody')).toEqual([])
  })

  it('are downloaded as a file that a spreadsheet does not run', async () => {
    const { text, headers } = await up.call('GET', '/api/subscribers?format=csv', { token })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toMatch(/^email,subscribed\r\n/)
    expect(text).toContain('Ann@a.example,2')
    expect(text).toContain("'=cmd@c.example,")
    const found = await up.call('GET', '/api/subscribers?format=csv&search=ANN@', { token })
    expect(found.text).toMatch(/^email,subscribed\r\nAnn@a\.example,[^\r]+\r\n$/)
  })

  it('can be removed once, which the activity log shows without the address', async () => {
    const { data } = await list('?search=ann')
    const remove = () => up.call('DELETE', `/api/subscribers/${data[0].id}`, { token })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect(await emails()).toEqual(['=cmd@c.example', 'bob_1@b.example'])
    const log = await up.call('GET', '/api/activity?kind=subscriber', { token })
    expect(log.json.data.activity[0]).toMatchObject({ kind: 'subscriber.deleted', object: { name: '' } })
    expect((await up.call('GET', '/api/subscribers', { token: await up.signInAs('author') })).status).toBe(
      403,
    )
  })

  const importCsv = async (
    csv: string,
    { consent = true, key }: { consent?: boolean; key?: string } = {},
  ) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const { status, json } = await up.call('POST', '/api/subscribers/import', {
      token,
      json: { csv, consent },
      headers,
    })
    return { status, json, data: subscriberImportResponseSchema.safeParse(json).data?.data }
  }
  const counted = async (csv: string) => {
    const { added, existing, excluded, invalid } = (await importCsv(csv)).data ?? {}
    return [added, existing, excluded, invalid]
  }
  const importLog = async () => {
    const log = await up.call('GET', '/api/activity?kind=subscriber.imported', { token })
    return log.json.data.activity.map(({ object }: { object: { name: string } }) => object.name)
  }

  it('are imported from a CSV file, confirmed, and logged without addresses', async () => {
    const csv = [
      'Name;E-Mail;note',
      '"Lee; Cy";Cy@Import.example;"two',
      'lines"',
      ';cy@import.example;',
      ';d@d.example;pending here',
      ';ANN@a.example;removed here',
      ';BOB_1@b.example;',
      ';nobody;',
      ';;no address',
      `;nul\0@import.example;`,
    ].join('\r\n')
    expect((await importCsv(csv)).data).toEqual({
      added: 2,
      existing: 1,
      removed: 0,
      excluded: 1,
      invalid: 3,
      problems: [
        { line: 8, message: 'Please enter a valid email address' },
        { line: 9, message: 'Email is required' },
        { line: 10, message: 'Email contains characters that cannot be stored' },
      ],
    })
    expect(await emails()).toEqual(['=cmd@c.example', 'Cy@Import.example', 'bob_1@b.example', 'd@d.example'])
    const db = await up.tables()
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    const name = '2 subscribers (1 already subscribed, 1 left out, 3 invalid)'
    expect(await importLog()).toEqual([name])
    const activity = await db
      .selectFrom('activity')
      .selectAll()
      .where('kind', '=', 'subscriber.imported')
      .execute()
    expect(JSON.stringify(activity)).not.toMatch(/import\.example/i)
    expect(await counted(csv)).toEqual([0, 3, 1, 3])
    expect(await importLog()).toEqual([name])
  })

  it.each([
    ['Ghost', 'email,subscribed_to_emails', ['1@ghost.example,true', '2@ghost.example,false']],
    [
      'Mailchimp',
      'Email Address,First Name,STATUS',
      [
        '1@mc.example,A,Subscribed',
        '2@mc.example,B,cleaned',
        '3@mc.example,C,Unsubscribed',
        '6@mc.example,D,Non-Subscribed',
      ],
    ],
    ['Mailchimp, unsubscribed', 'Email Address,UNSUB_TIME', ['4@mc.example,', '5@mc.example,2024-05-01']],
    [
      'Buttondown',
      'email_address,type',
      ['1@bd.example,regular', '2@bd.example,unactivated', '3@bd.example,paused'],
    ],
    ['Substack', 'email,email_disabled', ['1@sub.example,false', '2@sub.example,true']],
    [
      'others',
      'unsubscribed_at,subscribed,EMAIL',
      [',yes,1@o.example', '2024-05-01,,2@o.example', ',0,3@o.example'],
    ],
    [
      'a person in two lines',
      'email,status',
      ['1@two.example,active', '1@TWO.example,bounced', '2@two.example,'],
    ],
  ])('who do not want the newsletter are left out of a file of %s', async (_, header, lines) => {
    const [added, existing, excluded] = await counted([header, ...lines].join('\n'))
    expect([added, existing]).toEqual([1, 0])
    expect(excluded).toBe(header === 'email,status' ? 1 : lines.length - 1)
  })

  it('are removed when they unsubscribed according to a file, and left out of later files', async () => {
    expect(await counted('email\nann@left.example\nbea@left.example')).toEqual([2, 0, 0, 0])
    const left =
      'email,status\nANN@left.example,unsubscribed\nbea@left.example,bounced\ncy@left.example,unsubscribed'
    expect((await importCsv(left)).data).toMatchObject({ added: 0, removed: 1, excluded: 2 })
    expect(await emails('?search=left.example')).toEqual(['bea@left.example'])
    expect((await importLog())[0]).toBe('0 subscribers (1 removed, 2 left out)')
    expect(await counted('email\nann@left.example\ncy@left.example')).toEqual([0, 0, 2, 0])
  })

  it('are not removed when they subscribed here after they unsubscribed elsewhere', async () => {
    const formTime = Date.parse('2024-01-01')
    const subscribe = (email: string) =>
      up.call('POST', '/api/newsletter', { json: { email }, address: email })
    for (const name of ['form', 'later', 'untimed']) await subscribe(`${name}@again.example`)
    await (
      await up.tables()
    )
      .updateTable('subscribers')
      .set({ ...{ created_at: formTime, asked_at: formTime, confirmed_at: formTime } })
      .where('address', 'like', '%@again.example')
      .execute()
    const imported =
      'email,subscribed\ndated@again.example,2024-01-01\nundated@again.example,\ntyped@again.example,'
    expect(await counted(imported)).toEqual([3, 0, 0, 0])
    // By anyone, while it was subscribed.
    await (
      await up.tables()
    )
      .updateTable('subscribers')
      .set({ asked_at: Date.now() + 1 })
      .where('address', '=', 'typed@again.example')
      .execute()
    const file = [
      'email,status,unsubscribed_at',
      'form@again.example,unsubscribed,2022-01-01',
      'dated@again.example,unsubscribed,2022-01-01',
      'untimed@again.example,unsubscribed,',
      'typed@again.example,unsubscribed,',
      'later@again.example,unsubscribed,2024-06-01',
      'undated@again.example,unsubscribed,2022-01-01',
      'unknown@again.example,unsubscribed,2022-01-01',
    ].join('\n')
    expect((await importCsv(file)).data).toMatchObject({ added: 0, existing: 3, removed: 3, excluded: 1 })
    const staying = ['dated@again.example', 'form@again.example', 'untimed@again.example']
    expect(await emails('?search=again.example')).toEqual(staying)
    expect(await counted(['email', ...staying, 'later@again.example'].join('\n'))).toEqual([0, 3, 1, 0])
  })

  it.each([
    ['this site', 'email,subscribed', '2024-02-03T04:05:06.789Z', '2024-02-03T04:05:06.789Z'],
    ['Ghost', 'email,created_at', '2024-02-03T04:05:06.000Z', '2024-02-03T04:05:06.000Z'],
    ['Mailchimp', 'email,CONFIRM_TIME', '2024-02-03 04:05:06', '2024-02-03T04:05:06.000Z'],
    ['another service', 'email,Opt-in time', '2024-02-03T04:05:06+02:00', '2024-02-03T02:05:06.000Z'],
  ])('have the date of their subscription after an import from %s', async (_, header, cell, since) => {
    const name = `${header.replace(/\W/g, '')}@dated.example`
    expect(await counted(`${header}\n${name},${cell}`)).toEqual([1, 0, 0, 0])
    expect((await list(`?search=${name}`)).data).toMatchObject([{ email: name, since }])
  })

  it.each(['true', '2999-01-01', '2024-02-31', '05/06/2024'])(
    'are subscribed since the import when their file says %s',
    async (cell) => {
      const name = `${cell.replace(/\W/g, '')}@undated.example`
      const before = Date.now()
      expect(await counted(`email,subscribed\n${name},${cell}`)).toEqual([1, 0, 0, 0])
      const [{ since }] = (await list(`?search=${name}`)).data
      expect(Date.parse(since)).toBeGreaterThanOrEqual(before)
    },
  )

  it('are imported with the consent of people only, and not from other files', async () => {
    const file = 'email\nx@refused.example'
    const refused = await importCsv(file, { consent: false })
    expect([refused.status, refused.json.fields]).toEqual([
      422,
      { consent: 'Confirm that these people agreed to get the newsletter.' },
    ])
    const without = await up.call('POST', '/api/subscribers/import', { token, json: { csv: file } })
    expect(without.status).toBe(422)
    for (const csv of [
      '',
      'name\nx@refused.example',
      'email',
      'email\n"x@refused.example',
      `email\n${'x@refused.example\n'.repeat(20_001)}`,
      `email\n${'x'.repeat(5_000_000)}`,
      `email\n${'é'.repeat(2_500_000)}`,
    ]) {
      const { status, json } = await importCsv(csv)
      expect([status, Object.keys(json.fields)]).toEqual([422, ['csv']])
    }
    expect(await emails('?search=refused')).toEqual([])
  })

  it('are imported from a file of 5 MB, also when it is much longer in JSON', async () => {
    expect(await counted(`email,note\nquotes@large.example,${'"'.repeat(4_900_000)}`)).toEqual([1, 0, 0, 0])
  })

  it('are imported once for an idempotency key', async () => {
    const first = await importCsv('email\nonce@key.example', { key: 'one' })
    expect(first.data).toMatchObject({ added: 1 })
    expect((await importCsv('email\nonce@key.example', { key: 'one' })).json).toEqual(first.json)
    expect((await importCsv('email\ntwice@key.example', { key: 'one' })).status).toBe(422)
  })

  it('are imported in few queries, and an export can be imported again', async () => {
    const many = Array.from({ length: 1_300 }, (_, number) => `reader-${number}@many.example`)
    queries.length = 0
    expect(await counted(['email', ...many].join('\n'))).toEqual([1_300, 0, 0, 0])
    expect(queries.length).toBeLessThan(30)
    const { total } = await list()
    const { text } = await up.call('GET', '/api/subscribers?format=csv', { token })
    expect(await counted(text)).toEqual([0, total, 0, 0])
    expect(new Set(text.split('\r\n')).size).toBe(1 + total + 1)
  })

  it('are read from the database while they are downloaded', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await up.fetch(new Request('http://upstream/api/subscribers?format=csv', { headers }))
    queries.length = 0
    const reader = response.body?.getReader()
    const sizes: number[] = []
    for (;;) {
      if (!(await reader?.read())?.value) break
      sizes.push(queries.filter((query) => query.includes('from "subscribers"')).length)
    }
    expect(sizes).toEqual([0, 1, 2])
  })
})
