import { beforeAll, describe, expect, it } from '@jest/globals'
import { toHtml } from '#lib/blog/markdown.ts'
import { openDom } from './testing/codec.ts'
import { open } from './testing/editor.ts'

beforeAll(openDom)

function renderPage(markdown: string) {
  const page = document.createElement('div')
  page.innerHTML = toHtml(markdown).html
  return page
}

const marksIn = (root: Element) =>
  [...root.querySelectorAll('em,strong,del')].map(({ localName, textContent }) => [localName, textContent])

describe('the page shows', () => {
  it.each([
    ['Italic', 'snake', 'nak', 's*nak*e'],
    ['Bold', 'Note:text', 'Note:', '**Note:**&#x74;ext'],
    ['Italic', '_snake_', 'nak', '_&#x73;_&#x6E;a&#x6B;_&#x65;_'],
    ['Bold', '__a__ b', 'b', '__a__ **b**'],
  ] as const)('%s in %j of %j', async (name, text, word, markdown) => {
    const { shown, select, run, view } = await open(text)
    select(word)
    run(name)
    expect(shown.markdown).toBe(markdown)
    expect(marksIn(renderPage(markdown))).toEqual(marksIn(view.dom))
  })

  it.each([
    ['**bold** and *this*, _that_, __those__ and ~~more~~ ', 'strong em em strong del'],
    ['***both*** ("*quoted*") ', 'em strong em'],
    ['2 * 3 * 4, 2*3*4, ~5 and ~6, 2 ** 3 ** 4 ', ''],
    ['snake_case_names, f(*args, **kwargs), a/_b_, ~/a ~/b ', ''],
  ])('the typed marks in %j', async (text, names) => {
    const { shown, select, type, view } = await open('x')
    select('x')
    type(text)
    expect(marksIn(view.dom).map(([name]) => name)).toEqual(names.split(' ').filter(Boolean))
    const page = renderPage(shown.markdown)
    expect(marksIn(page)).toEqual(marksIn(view.dom))
    expect(page.textContent.trim()).toBe(view.dom.textContent.trim())
  })

  it.each([
    ['[a *b*](/c) d', 'See [a *b*](/c) d here.'],
    ['[a](b.example/c_d) ', 'See [a](https://b.example/c_d)  here.'],
    ['[a](javascript:b)', 'See \\[a]\\(javascript:b) here.'],
    ['![a](/b)', 'See !\\[a]\\(/b) here.'],
    ['[a `b`](/c)', 'See [a `b`](/c) here.'],
    ['`[a](/b`)', 'See `[a](/b`) here.'],
    ['`a[i]`(b)', 'See `a[i]`(b) here.'],
  ])('the typed link %j', async (text, markdown) => {
    const { shown, select, type } = await open('See x here.')
    select('x')
    type(text)
    expect(shown.markdown).toBe(markdown)
  })

  it.each([
    'https://a.example/?a=1&b=2&copy=3',
    'http://a.example/~me/a_b_/*c*/[d]',
    'www.a.example/~me?a&b_',
    'me_you@a.example',
  ])('the typed address %s as a link', async (address) => {
    const { shown, select, type } = await open('See x here.')
    select('x')
    type(address)
    const page = renderPage(shown.markdown)
    expect(page.textContent.trim()).toBe(`See ${address} here.`)
    expect(page.innerHTML).toBe(toHtml(`See ${address} here.`).html)
  })
})
