import { beforeAll, expect, it } from '@jest/globals'
import { undo } from '@codemirror/commands'
import { insertImage } from './markdown-uploads.ts'
import { createMarkdownView, setReadOnly } from './markdown-view.ts'
import { openDom } from './visual/testing/codec.ts'

beforeAll(() => {
  openDom()
  // jsdom has no layout to measure.
  Object.assign(window, { requestAnimationFrame: () => 0 })
})

const image = { url: '/api/media/flag.webp', alt: 'A [flag]' }

function open(doc: string) {
  const texts: string[] = []
  const view = createMarkdownView({
    parent: document.body,
    doc,
    line: 1,
    hintId: 'hint',
    onChange: (text) => texts.push(text),
    onUndo: () => false,
    onRedo: () => false,
    onLine: () => undefined,
    onFiles: () => undefined,
  })
  view.dispatch({ selection: { anchor: doc.length } })
  const uploaded = Promise.withResolvers<typeof image | null>()
  const inserted = insertImage(view, new File([], 'flag.png'), () => uploaded.promise)
  return {
    view,
    texts,
    text: () => view.state.doc.toString(),
    finish: (result: typeof image | null) => {
      uploaded.resolve(result)
      return inserted
    },
  }
}

it('shows a placeholder that is no text, and undoes an uploaded image in one step', async () => {
  const { view, texts, text, finish } = open('Before')
  expect(view.contentDOM.textContent).toBe('BeforeUploading flag.png …')
  expect(texts).toEqual([])
  await finish(image)
  expect(view.contentDOM.textContent).not.toContain('Uploading')
  expect(text()).toBe('Before\n\n![A \\[flag\\]](/api/media/flag.webp)\n\n')
  expect(view.state.selection.main.head).toBe(text().length)
  undo(view)
  expect(text()).toBe('Before')
})

it('inserts the image before what was typed meanwhile', async () => {
  const { view, text, finish } = open('')
  view.dispatch({ changes: { from: 0, insert: 'After' }, selection: { anchor: 5 } })
  await finish(image)
  expect(text()).toBe('![A \\[flag\\]](/api/media/flag.webp)\n\nAfter')
})

it.each([true, false])(
  'keeps the order of images at the same place: the first one first: %p',
  async (isFirst) => {
    const { view, text, finish } = open('')
    const uploaded = Promise.withResolvers<typeof image>()
    const second = insertImage(view, new File([], 'second.png'), () => uploaded.promise)
    if (isFirst) await finish(image)
    uploaded.resolve({ url: '/api/media/second.webp', alt: '' })
    await second
    await finish(image)
    expect(text()).toBe('![A \\[flag\\]](/api/media/flag.webp)\n\n![](/api/media/second.webp)\n\n')
  },
)

it('leaves nothing behind when someone else has taken the text over, or the upload is canceled', async () => {
  for (const result of [image, null]) {
    const { view, text, finish } = open('Before')
    if (result) setReadOnly(view, true)
    await finish(result)
    expect(text()).toBe('Before')
    expect(view.contentDOM.textContent).toBe('Before')
  }
})
