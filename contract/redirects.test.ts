import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { parseCsv, toCsv } from './csv.ts'
import { fieldErrors } from './errors.ts'
import { isReservedPath, normalizePath, redirectInputSchema } from './redirects.ts'

const parse = (input: object) => redirectInputSchema.safeParse({ from: '/old', to: '/new', ...input })
const errorsOf = (input: object) => {
  const { error } = parse(input)
  return error ? fieldErrors(error) : {}
}

describe('the source of a redirect', () => {
  it.each([
    ['/old-page.html', '/old-page.html'],
    [' /Old/Deep/ ', '/Old/Deep'],
    ['/%C3%BCber%2Duns', '/über-uns'],
    ['/u\u0308ber', '/über'],
    ['/a%2Fb%25', '/a%2Fb%25'],
    ['/a b', '/a%20b'],
    ['/blog/old', '/blog/old'],
    ['/administration', '/administration'],
    ['/aboutus', '/aboutus'],
  ])('%j is stored as %j', (from, stored) => {
    const { data } = parse({ from })
    expect(data?.from).toBe(stored)
    expect(normalizePath(stored)).toBe(stored)
  })

  it.each([
    '',
    'old',
    'https://site.example/old',
    '/',
    '//evil.example',
    '/a//b',
    '/a/../b',
    '/a/%2e%2e/b',
    '/.',
    '/a\\b',
    '/a%5Cb',
    '/a%00',
    '/a%0d%0ab',
    '/a\u0007',
    '/\ud800',
    '/%',
    '/%ff',
    '/a?b=c',
    '/a#b',
    `/${'x'.repeat(300)}`,
    '/admin',
    '/admin/blogs',
    '/api/blogs',
    '/_next/static/x.js',
    '/favicon.ico',
    '/figures/tag-weight.svg',
    '/sitemap.xml',
    '/about',
    '/About'.toLowerCase(),
    '/blog/',
    '/work/feed.xml',
    '/authors/ada/feed.xml',
    '/newsletter/confirm',
  ])('%j is rejected', (from) => {
    expect(errorsOf({ from })).toEqual({ from: expect.any(String) })
  })

  it('names the reason when a page exists', () => {
    expect(errorsOf({ from: '/services' })).toEqual({
      from: 'This page exists, and a page wins over a redirect.',
    })
  })
})

describe('the target of a redirect', () => {
  it.each([
    ['/new', '/new'],
    ['/', '/'],
    ['/a/../b?c=d#e', '/b?c=d#e'],
    ['/über', '/%C3%BCber'],
    ['/blog?tag=sea', '/blog?tag=sea'],
    ['https://example.com', 'https://example.com/'],
    ['HTTP://Example.com/a?b#c', 'http://example.com/a?b#c'],
  ])('%j is stored as %j', (to, stored) => expect(parse({ to }).data?.to).toBe(stored))

  it.each([
    '',
    'new',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'https:example.com',
    'https://',
    'https://user:word@example.com',
    'https://example.com/a b',
    '/a\r\nset-cookie: a=b',
    '/a\tb',
    '/a\u0000',
    `/${'x'.repeat(1000)}`,
  ])('%j is rejected', (to) => expect(errorsOf({ to })).toEqual({ to: expect.any(String) }))

  it('is not needed for a status of 410', () => {
    expect(parse({ to: '', status: 410 }).success).toBe(true)
    expect(errorsOf({ from: '', to: '' })).toEqual({ from: 'Path is required.', to: 'Target is required.' })
    for (const input of [null, 7, 'x', [], undefined])
      expect(redirectInputSchema.safeParse(input).success).toBe(false)
    expect(errorsOf({ status: 307 })).toEqual({ status: 'The status must be 301, 302 or 410.' })
  })
})

it('reserves the paths that the site serves itself, and no paths that only start alike', () => {
  for (const path of ['/', '/admin', '/api', '/og/home', '/robots.txt'])
    expect(isReservedPath(path)).toBe(true)
  for (const path of ['/apis', '/blog/a', '/work/a', '/robots.txt2', '/feed'])
    expect(isReservedPath(path)).toBe(false)
})

describe('CSV', () => {
  it('is parsed the same way as it is written', () => {
    const rows = [
      ['from', 'to'],
      ['/a, "b"', '/c\nd'],
    ]
    expect(parseCsv(`\uFEFF${toCsv(rows)}`, 9)?.map(({ cells }) => cells)).toEqual(rows)
  })

  it('may be separated by semicolons, tabs or bars, and has line numbers', () => {
    expect(parseCsv('from;to\n\n/a;/b\r\n"/c\n";/d', 9)).toEqual([
      { line: 1, cells: ['from', 'to'] },
      { line: 3, cells: ['/a', '/b'] },
      { line: 4, cells: ['/c\n', '/d'] },
    ])
    expect(parseCsv('a\tb', 9)?.[0]?.cells).toEqual(['a', 'b'])
    expect(parseCsv('a|b', 9)?.[0]?.cells).toEqual(['a', 'b'])
    expect(parseCsv('\uFEFFsep=;\r\na,b;c\r\n', 9)).toEqual([{ line: 2, cells: ['a,b', 'c'] }])
    expect(parseCsv('', 9)).toEqual([])
    expect(parseCsv('"a', 9)).toBeNull()
  })

  it('may end its lines with carriage returns, as a Macintosh does, and quote parts of cells', () => {
    expect(parseCsv('a,b\r"c\r\nd""",e\rf"g,""h""\r', 9)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['c\nd"', 'e'] },
      { line: 4, cells: ['f"g', 'h""'] },
    ])
  })

  it('is read up to a number of rows, in little memory', async () => {
    expect(parseCsv('a\n\nb\nc\n"d', 2)?.map(({ line }) => line)).toEqual([1, 3])
    const script = `
      const { parseCsv } = await import(${JSON.stringify(join(import.meta.dirname, 'csv.ts'))})
      const files = ['email' + '\\na'.repeat(2_000_000), 'email\\n' + 'a.'.repeat(2_000_000), ','.repeat(5_000_000)]
      files.push('email\\n' + '"'.repeat(4_999_990))
      process.stdout.write(files.map((file) => parseCsv(file, 20_002).length).join())`
    const limited = ['--max-old-space-size=64', '--input-type=module', '-e', script]
    expect((await promisify(execFile)(process.execPath, limited)).stdout).toBe('20002,2,0,2')
  })
})
