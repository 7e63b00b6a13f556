import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ImportPost } from '#contract/imports.ts'
import { startUpstream, type TestUpstream } from '../testing/harness.ts'
import { runImport, uploadImport } from '../testing/transfer.ts'
import { zip } from '../testing/zip.ts'

describe('permalinks in the settings of a generator', () => {
  let up: TestUpstream
  let token: string
  beforeAll(async () => {
    up = await startUpstream('sqlite')
    token = await up.signIn()
  })
  afterAll(() => up.stop())

  const check = async (files: Record<string, string>) => {
    const bytes = zip(Object.entries(files).map(([path, content]) => ({ path, content })))
    const { id, checked } = await uploadImport(up, token, 'site.zip', bytes)
    expect(checked.status).toBe(200)
    return { id, data: checked.json.data }
  }
  const redirects = async (files: Record<string, string>) => {
    const { data } = await check(files)
    const paths = data.posts.flatMap((post: { redirects: string[] }) => post.redirects)
    return paths.filter((path: string) => !path.startsWith('/blog/'))
  }
  const front = (...lines: string[]) => `---\ntitle: "Tea: hot & green"\n${lines.join('\n')}\n---\nText`

  it.each([
    ['', '', '/drinks/2020/02/03/On-Coffee.html'],
    ['permalink: pretty', '', '/drinks/2020/02/03/On-Coffee'],
    ['permalink: ordinal', '', '/drinks/2020/034/On-Coffee.html'],
    ['permalink: none', 'categories: Hot Cups', '/drinks/hot/cups/On-Coffee.html'],
    ['permalink: /:short_year/:i_month/:i_day/:slug/\nbaseurl: /notes', '', '/notes/20/2/3/on-coffee'],
    [
      'permalink: date\ntimezone: America/New_York',
      'date: 2020-02-03 01:00:00 +0000',
      '/drinks/2020/02/02/On-Coffee.html',
    ],
    ['', 'date: 2020-02-04 00:30:00 +0100', '/drinks/2020/02/03/On-Coffee.html'],
    ['timezone: Nowhere/Land\nurl: old.example', 'slug: Black', '/drinks/2020/02/03/Black.html'],
    ['permalink: /:year/:title', 'permalink: /p/:title:output_ext', '/p/On-Coffee.html'],
    ['permalink: /:year/:title', 'permalink: /fixed/', '/fixed'],
    ['permalink: none', 'permalink: pretty', '/drinks/2020/02/03/On-Coffee'],
    [
      'permalink: none\ndefaults:\n- scope: { path: drinks }\n  values: { permalink: "/d/:title/" }\n- scope: { path: "", type: posts }\n  values: { permalink: "/posts/:title/" }\n- scope: { path: drinks, type: pages }\n  values: { permalink: "/p/:title/" }',
      '',
      '/d/On-Coffee',
    ],
  ])('of Jekyll: %j with %j', async (settings, fields, expected) => {
    const files = { 'drinks/_posts/2020-02-03-On-Coffee.md': front(fields), '_config.yml': settings }
    expect(await redirects(files)).toEqual([expected])
  })

  it('of Jekyll have the date of a file that is written without zeros', async () => {
    const post = (name: string, ...lines: string[]) => ({ [`_posts/${name}.md`]: front(...lines) })
    const links = '\n[a](2020-3-7-Mate.md) [b]({% post_url 2020-3-7-Mate %})'
    const files = {
      ...post('2020-3-7-Mate', 'slug: yerba'),
      ...post('2020-04-01-Cup', 'date: 2020-4-2'),
      '_posts/2020-5-10-Links.md': front() + links,
      '_config.yml': '',
    }
    const { id, data } = await check(files)
    const posts = data.posts.map(({ slug, redirects }: ImportPost) => [slug, ...redirects])
    expect(posts).toEqual([
      ['cup', '/2020/04/02/Cup.html'],
      ['yerba', '/2020/03/07/yerba.html'],
      ['links', '/2020/05/10/Links.html'],
    ])
    await runImport(up, token, id)
    const { content } = (await up.call('GET', '/api/blogs/links', { token })).json.data
    expect(content).toContain('[a](/blog/yerba) [b](/blog/yerba)')
  })

  it.each([
    ['', '', '/posts/2020/my-tea'],
    ['uglyURLs = true', '', '/posts/2020/my-tea.html'],
    ['baseURL = "https://old.example/site/"', 'slug: Iced Tea', '/site/posts/2020/iced-tea'],
    [
      '[permalinks]\nposts = "/:year/:monthname/:title/"',
      'date: 2024-05-31T23:30:00-05:00',
      '/2024/may/tea-hot-green',
    ],
    [
      '[permalinks.page]\nposts = "/:section/:yearday/:contentbasename"',
      'date: 2024-12-31',
      '/posts/366/my-tea',
    ],
  ])('of Hugo: %j with %j', async (settings, fields, expected) => {
    const files = { 'site/content/posts/2020/My Tea/index.md': front(fields), 'site/hugo.toml': settings }
    expect(await redirects(files)).toEqual([expected])
  })

  it.each([
    ['', '', '/posts/2020-05-06-my-tea'],
    ['[frontmatter]\ndate = [":filename", ":default"]', '', '/posts/my-tea'],
    [
      '[frontmatter]\ndate = [":filename"]\n[permalinks]\nposts = "/:year/:filename"',
      '',
      '/2020/2020-05-06-my-tea',
    ],
    ['', 'slug: own', '/posts/own'],
    ['[permalinks]\nposts = "/:title"', 'title: "Don\'t panic: 5,000 tips"', '/dont-panic-5000-tips'],
    [
      '[permalinks]\nposts = "/:title"',
      'title: "Ropes & C++ - a (short) Über_view "',
      '/ropes-c++-a-short-über_view',
    ],
  ])('of Hugo with a date in the file name: %j with %j', async (settings, fields, expected) => {
    const titled = fields.startsWith('title') ? `---\n${fields}\n---\nText` : front(fields)
    const files = { 'content/posts/2020-05-06-my-tea.md': titled, 'hugo.toml': settings }
    expect(await redirects(files)).toEqual([expected])
  })

  it('change links of the posts to each other', async () => {
    const { id, data } = await check({
      'content/posts/rope-one.md':
        '+++\ntitle = "Rope one"\n+++\n[a](/notes/2020/rope-two/#end) [b](https://old.example/notes/2020/rope-two) [c](https://other.example/notes/2020/rope-two)',
      'content/posts/rope-two.md': '+++\ntitle = "Rope two"\ndate = 2020-05-06\n+++\nText',
      'config/_default/config.yaml':
        'baseURL: https://old.example/\npermalinks: { posts: /notes/:year/:slug/ }',
    })
    expect(data.posts.map((post: { problems: string[] }) => post.problems)).toEqual([[], []])
    await runImport(up, token, id, { publish: true })
    const read = await up.call('GET', '/api/blogs/rope-one')
    expect(read.json.data.content).toBe(
      '[a](/blog/rope-two#end) [b](/blog/rope-two) [c](https://other.example/notes/2020/rope-two)',
    )
  })

  it('do not break links of generators to files', async () => {
    const link = '[a]({% post_url 2020-01-02-Knot-One %}) [b]({{< ref "posts/2020-03-04-knot-two.md#end" >}})'
    const files = {
      '_posts/2020-01-02-Knot-One.md': front('slug: bowline'),
      '_posts/2020-03-04-knot-two.md': front('permalink: /knots/sheet-bend/'),
      '_posts/2020-05-06-knot-three.md': `---\ntitle: Knot three\n---\n${link} [c](/blog/knot-four)`,
      '_posts/2020-07-08-knot-four.md': front('slug: hitch'),
      '_posts/2020-07-09-other.md': front('slug: knot-four'),
      '_config.yml': 'permalink: /:title',
    }
    expect(await redirects(files)).toEqual([
      '/bowline',
      '/knots/sheet-bend',
      '/knot-three',
      '/hitch',
      '/knot-four',
    ])
    const { id } = await check(files)
    await runImport(up, token, id, { publish: true })
    const read = await up.call('GET', '/api/blogs/knot-three')
    expect(read.json.data.content).toBe('[a](/blog/bowline) [b](/blog/sheet-bend#end) [c](/blog/knot-four)')
  })

  it('that cannot be read are reported', async () => {
    const { data } = await check({ 'content/a.md': front(), 'hugo.toml': 'baseURL = ' })
    expect(data.problems).toEqual([
      expect.stringMatching(/^Old addresses are unknown: hugo\.toml cannot be read: \S/),
    ])
  })

  it('have folders for the languages of Hugo', async () => {
    const settings = 'defaultContentLanguage = "en"\n[languages.en]\n[languages.de]\n'
    const files = {
      'content/posts/node.js.md': front(),
      'content/posts/tea/index.de.md': front(),
      'content/posts/tea/index.md': front(),
      'content/posts/knots.en.md': front(),
      'hugo.toml': settings,
    }
    const { data } = await check(files)
    const posts = data.posts.map(({ slug, redirects }: ImportPost) => [slug, redirects.join(' ')])
    expect(posts).toEqual([
      ['knots', '/posts/knots'],
      ['node-js', '/blog/node.js /posts/node.js'],
      ['tea', '/posts/tea'],
      ['', '/de/posts/tea'],
    ])
    const inFolder = { ...files, 'hugo.toml': `defaultContentLanguageInSubdir = true\n${settings}` }
    expect(await redirects(inFolder)).toEqual([
      '/en/posts/knots',
      '/en/posts/node.js',
      '/en/posts/tea',
      '/de/posts/tea',
    ])
  })

  it('of Hugo can be in several files', async () => {
    const folder = 'site/config/_default'
    const { data } = await check({
      [`${folder}/hugo.toml`]: 'baseURL = "https://old.example/"\n[permalinks]\npages = "/:slug/"',
      [`${folder}/permalinks.toml`]: 'post = "/p/:slug/"',
      [`${folder}/languages.en.toml`]: 'weight = 1',
      [`${folder}/languages.de.toml`]: 'weight = 2',
      [`${folder}/params.toml`]: '[x',
      'site/content/post/rope/index.md': front('slug: the-rope'),
      'site/content/post/rope/index.de.md': front('slug: das-tau'),
    })
    expect(data.posts.map(({ redirects }: ImportPost) => redirects)).toEqual([
      ['/p/the-rope'],
      ['/de/p/das-tau'],
    ])
    expect(data.problems).toEqual([])
  })

  it('are the base of aliases without a slash', async () => {
    const aliases = front('aliases: [older, ../notes/oldest, /root, 50%-off, caf%e9, "http://"]')
    const files = { 'content/posts/tea.md': aliases, 'hugo.toml': 'baseURL = "https://old.example/en/"' }
    expect(await redirects(files)).toEqual(['/en/notes/oldest', '/en/posts/older', '/en/posts/tea', '/root'])
    const jekyll = { 'a/_posts/2020-01-02-tea.md': front('redirect_from: older/tea'), '_config.yml': '' }
    expect(await redirects(jekyll)).toEqual(['/a/2020/01/02/tea.html', '/older/tea'])
  })

  it('of another site in the archive do not apply', async () => {
    const theme = { 'themes/x/config.toml': '', 'content/posts/tea-cup.md': front() }
    expect(await redirects(theme)).toEqual([])
    expect(await redirects({ '_config.yml': '', 'pages/tea-cup.md': front() })).toEqual([])
  })
})
