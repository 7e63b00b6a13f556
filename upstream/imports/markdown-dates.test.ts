import { afterEach, describe, expect, it } from '@jest/globals'
import { defaultTimeZone, setSiteTimeZone, toDay } from '#contract/calendar.ts'
import { readMarkdownPost } from './markdown.ts'

const at = (date: string) => Date.parse(date)

describe('front matter', () => {
  it.each([
    ['published: 2023-09-01', '2023-09-01T10:00:00Z', true],
    ['publishedAt: 2024-04-09', '2024-04-09T10:00:00Z', true],
    ['PublishDate: 2024-04-09', '2024-04-09T10:00:00Z', true],
    ['published: 2023-09-01\ndraft: true', '2023-09-01T10:00:00Z', false],
    ['date: 2022-01-02\npublishedAt: 2024-04-09', '2022-01-02T10:00:00Z', true],
    ['publishedAt: 2024-04-09\npublished: false', '2024-04-09T10:00:00Z', false],
    ['published: true', null, true],
    ['published: "True"', null, true],
    ['published: false', null, false],
    ['published: "false"', null, false],
    ['published: no', null, false],
    ['published: 0', null, false],
    ['published: 1', null, true],
  ])('has a date and a status under many names: %j', (fields, date, published) => {
    const post = readMarkdownPost('a.md', `---\ntitle: A\n${fields}\n---\nx`)
    expect(post).toMatchObject({ createdAt: date && at(date), published, problems: [] })
  })

  it('has the time of the last change under the name `updatedAt`, too', () => {
    const post = readMarkdownPost('a.md', '---\ntitle: A\nupdatedAt: 2024-04-09\n---\nx')
    expect(post?.updatedAt).toBe(at('2024-04-09T10:00:00Z'))
  })

  it('reports a date in `published` that cannot be read', () => {
    expect(readMarkdownPost('a.md', '---\ntitle: A\npublished: soon\n---\nx')?.problems).toEqual([
      'Its date cannot be read, so it gets the date of the import: soon',
    ])
  })
})

it.each([
  ...['draft: "true"', "draft: 'True'", 'draft: yes', 'draft: on', 'draft: 1', 'draft: !!bool yes'],
  ...['status: Draft', 'status: private', 'publish: false', 'publish: "No"'],
])('a file is a draft with %s', (field) => {
  expect(readMarkdownPost('a.md', `---\ntitle: A\n${field}\n---\nx`)?.published).toBe(false)
})

it.each(['draft: "false"', 'draft: 0', 'status: published', 'publish: true'])(
  'a file is no draft with %s',
  (field) => {
    expect(readMarkdownPost('a.md', `---\ntitle: A\n${field}\n---\nx`)?.published).toBe(true)
  },
)

it('a file of Hugo with a text for true is a draft', () => {
  expect(readMarkdownPost('a.md', '+++\ntitle = "A"\ndraft = "true"\n+++\nx')?.published).toBe(false)
})

it.each([
  ['publishDate: 2999-05-06T12:00:00Z', { publishAt: at('2999-05-06T12:00:00Z') }],
  ['publishdate: 2020-05-06', { publishAt: at('2020-05-06T00:00:00-04:00') }],
  ['expiryDate: 2021-05-06', { unpublishAt: at('2021-05-06T00:00:00-04:00') }],
])('Hugo has the dates of a schedule: %s', (field, times) => {
  expect(readMarkdownPost('a.md', `---\ntitle: A\ndate: 2020-01-02\n${field}\n---\nx`)).toMatchObject({
    ...{ createdAt: at('2020-01-02T10:00:00Z'), publishAt: null, unpublishAt: null },
    ...times,
  })
})

describe('a date without a time', () => {
  afterEach(() => setSiteTimeZone(defaultTimeZone))

  it.each([
    ['posts/a.md', '---\ntitle: A\ndate: 2024-05-01\n---\nx'],
    ['posts/a.md', '---\ntitle: A\ndate: May 1, 2024\n---\nx'],
    ['posts/a.md', '+++\ntitle = "A"\ndate = 2024-05-01\n+++\nx'],
    ['posts/a.md', '---\ntitle: A\ndate: 2024-5-1\n---\nx'],
    ['posts/a.md', '---\ntitle: A\ndate: 2024.05.01\n---\nx'],
    ['posts/a.md', '---\ntitle: A\ndate: 2024-5-1 00:00:00 +0200\n---\nx'],
    ['_posts/2024-05-01-a.md', '---\ntitle: A\n---\nx'],
    ['_posts/2024-5-1-a.md', '---\ntitle: A\n---\nx'],
  ])('is that day in every time zone in which people live: %s %j', (path, file) => {
    const first = readMarkdownPost(path, file)
    for (const zone of ['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland']) {
      setSiteTimeZone(zone)
      expect(toDay(first?.createdAt ?? 0)).toBe('2024-05-01')
    }
    setSiteTimeZone('Pacific/Kiritimati')
    const second = readMarkdownPost(path, file)
    expect(second?.createdAt).toBe(at('2024-05-01T00:00:00+14:00'))
    expect(second?.sourceId).toBe(first?.sourceId)
  })

  it('is not later than now when it is today', () => {
    for (const zone of ['Pacific/Honolulu', 'Pacific/Auckland']) {
      setSiteTimeZone(zone)
      const today = toDay(Date.now())
      const { createdAt } = readMarkdownPost('a.md', `---\ntitle: A\ndate: ${today}\n---\nx`) ?? {}
      expect(toDay(createdAt ?? 0)).toBe(today)
      expect(createdAt).toBeLessThanOrEqual(Date.now())
    }
  })

  it.each([
    ['2024-05-01 00:30:00', '2024-05-01T00:30:00-04:00'],
    ['2024/5/1 9:15', '2024-05-01T09:15:00-04:00'],
    ['Sat Feb 29 05:06:07 2020 +0100', '2020-02-29T04:06:07Z'],
    ['Mon, 04 Mar 2019 23:06:07 -0500', '2019-03-05T04:06:07Z'],
    ['2024-05-01T23:15', '2024-05-01T23:15:00-04:00'],
    ['2024-03-10 02:30:09', '2024-03-10T02:30:09Z'],
    ['2024-05-01T00:00:00Z', '2024-05-01T10:00:00Z'],
    ['"2024-05-01T00:00:00.000Z"', '2024-05-01T10:00:00Z'],
    ['2024-05-01 00:00:00 +0200', '2024-05-01T10:00:00Z'],
    ['2024-05-01T00:00:01Z', '2024-05-01T00:00:01Z'],
  ])('or a zone, or at midnight is shown as written: %s', (date, time) => {
    const read = (more = '') => readMarkdownPost('a.md', `---\ntitle: A\ndate: ${date}\n${more}---\nx`)
    expect(read()?.createdAt).toBe(at(time))
    const own = read('id: 018e0e51-0000-7000-8000-0000000000ab\n')
    if (date.endsWith('Z')) expect(own?.createdAt).toBe(at(date))
  })

  it.each([
    '9999-12-31T23:59:59-01:00',
    '+012345-01-01T00:00:00Z',
    '2024-13-01',
    '0001-01-01',
    'May 1, 20240',
    'soon',
    ...['2020-02-30', '2021-02-29 10:00', '2020/2/30', 'Feb 30, 2020', '31 Apr 2020 10:00:00 +0200'],
    ...['5.3.2024', '05/03/2024', '5-3-2024 10:00', '5. 3. 2024', 'Sun, 05/03/2024', '25.12.2024'],
  ])('may be invalid: %s', (date) => {
    expect(readMarkdownPost('a.md', `---\ntitle: A\ndate: ${date}\n---\nx`)).toMatchObject({
      createdAt: null,
      problems: [expect.stringMatching(/^Its date cannot be read, so it gets the date of the import: /)],
    })
  })
})
