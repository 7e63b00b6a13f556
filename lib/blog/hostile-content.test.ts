import { describe, expect, it } from '@jest/globals'
import { createRenderContext, renderContext } from '../process-context.ts'
import { renderArticle, renderCompletely } from './render.ts'

const repeat = (text: string, length = 80_000) => text.repeat(Math.floor(length / text.length))

describe('content that confuses a DOM', () => {
  it.each([
    ['a frameset', '<frameset onload=x><frame src=y></frameset>', ''],
    ['a frameset in text', 'before <frameset> after', '<p>before  after</p>\n'],
    ['a body and head', '<html><head><title>x</title></head><body onload=x>text</body></html>', 'text'],
    ...['ownerDocument', 'getElementById', 'nodeName', 'attributes', 'parentNode', 'childNodes', 'body'].map(
      (name) => [
        `an image named ${name}`,
        `<form><img name=${name} id=${name} alt=x><input name=${name}>text</form>`,
        '<img alt="x" loading="lazy" decoding="async">text',
      ],
    ),
  ])('is cleaned: %s', async (_name, content = '', html = '') => {
    const article = await renderArticle(content)
    expect(article).toMatchObject({ html, isPlainText: false })
  })
})

describe('repetitive content', () => {
  it.each([
    ...[
      '&',
      '[',
      '_a',
      '<',
      '`',
      '> ',
      '- ',
      '**a',
      '[a](',
      '\\',
      '|a',
      '<p>',
      '<!--',
      '# a\n',
      '&#x',
      '[^a]: b\n\n',
    ],
  ])('made of %j is rendered within the limits or shown as text', async (part) => {
    const article = await renderArticle(repeat(part))
    if (article.isPlainText) expect(article.html).toMatch(/^<p>[^<]*/)
    expect(article.html.length).toBeLessThan(1_000_000)
  })

  it('beyond the limits is shown as text, and rendered again after ten minutes, and its page too', async () => {
    const context = createRenderContext()
    const remaining = () =>
      globalThis.halyardRenderer
        ?.keys()
        .map((key) => globalThis.halyardRenderer?.getRemainingTTL(key))
        .next().value
    await renderContext.run(context, () => renderArticle('*fine*'))
    expect([context.expiresAt, remaining()]).toEqual([Infinity, Infinity])
    const content = repeat('a[^b]\n\n[^b]: c\n', 99_000)
    const article = await renderContext.run(context, () => renderArticle(content))
    expect(article).toMatchObject({ html: expect.stringMatching(/^<p>[^<]*/), isPlainText: true })
    // A busy machine may be the cause.
    expect(context.expiresAt - Date.now()).toBeLessThanOrEqual(600_000)
    expect(remaining()).toBeLessThanOrEqual(600_000)
  })

  it('is rendered outside the main thread, and delays neither its page nor other articles for longer than a second', async () => {
    const context = createRenderContext()
    const [main, all] = [process.threadCpuUsage(), process.cpuUsage()]
    // More than the memory limit allows, however fast the machine is.
    const content = repeat('[^a]: b\n\n', 480_000)
    const ends: string[] = []
    const rendering = renderCompletely(content).then(({ isPlainText }) =>
      ends.push(isPlainText ? 'long, as text' : 'long'),
    )
    const other = renderArticle('*another*').then(() => ends.push('short'))
    const page = await renderContext.run(context, () => renderArticle(content))
    expect(page.isPlainText).toBe(true)
    expect(context.expiresAt - Date.now()).toBeLessThanOrEqual(2000)
    await Promise.all([rendering, other])
    expect(ends).toEqual(['short', 'long, as text'])
    const [{ user, system }, total] = [process.threadCpuUsage(main), process.cpuUsage(all)]
    expect(user + system).toBeLessThan((total.user + total.system) / 2)
  })

  it('that is nested more deeply than the stack allows is shown as text', async () => {
    expect(await renderArticle(repeat('<div>'))).toMatchObject({ isPlainText: true, headings: [] })
  })

  it('that expands to gigabytes is shown as text', async () => {
    const content = `[a]: /${'x'.repeat(100_000)}\n\n${repeat('[a] ', 300_000)}`
    expect((await renderCompletely(content)).isPlainText).toBe(true)
  })

  it('does not affect the next article', async () => {
    expect(await renderArticle('*fine*')).toEqual({
      html: '<p><em>fine</em></p>\n',
      headings: [],
      lines: [1],
      removed: [],
      isPlainText: false,
    })
  })
})

it('renders a long article with much markup, for its page too once that is done', async () => {
  const sentence = 'A sentence with a [link](https://example.com/x) and *emphasis* and `code` in it. '
  const content = `${sentence.repeat(6)}\n\n`.repeat(410)
  expect(await renderCompletely(content)).toMatchObject({ isPlainText: false })
  expect(await renderArticle(content)).toMatchObject({ isPlainText: false })
})

it('shows content above the size limit as text, cut at the limit', async () => {
  const article = await renderArticle('<b>a</b>\n\n'.repeat(60_000))
  expect(article.isPlainText).toBe(true)
  expect(article.html.startsWith('<p>&lt;b&gt;a&lt;/b&gt;</p>\n<p>')).toBe(true)
})
