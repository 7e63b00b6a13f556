import { beforeAll, expect, it } from '@jest/globals'
import { TextSelection } from '@milkdown/kit/prose/state'
import { openDom } from './testing/codec.ts'
import { open } from './testing/editor.ts'
import { insertImage } from './uploads.ts'

beforeAll(openDom)

async function openAt(markdown: string, position: number) {
  const opened = await open(markdown)
  const { view } = opened
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position)))
  const upload = (name: string) => {
    const uploaded = Promise.withResolvers<{ url: string; alt: string }>()
    const inserted = insertImage(view, new File([], name), () => uploaded.promise)
    return () => {
      uploaded.resolve({ url: `/${name}`, alt: '' })
      return inserted
    }
  }
  return { ...opened, upload }
}

it('inserts an image where it was pasted while the writer goes on below', async () => {
  const { view, shown, press, type, upload } = await openAt('One', 4)
  const finish = upload('a')
  expect(view.dom.textContent).toBe('OneUploading a …')
  press('Enter')
  type('Two')
  await finish()
  expect(shown.markdown).toBe('One\n\n![](/a)\n\nTwo')
  expect(view.dom.textContent).not.toContain('Uploading')
})

it.each([
  ['a paragraph', 'One', 4, 'One\n\n![](/a)\n\n![](/b)\n\n![](/c)'],
  ['an empty paragraph', '', 1, '![](/a)\n\n![](/b)\n\n![](/c)'],
  ['an empty item of a list', '- ', 3, '- ![](/a)![](/b)![](/c)'],
  ['an item of a list', '- One', 6, '- One\n\n![](/a)\n\n![](/b)\n\n![](/c)'],
])('keeps the order of images that were pasted into %s', async (_place, markdown, position, expected) => {
  for (const order of ['abc', 'acb', 'bac', 'bca', 'cab', 'cba']) {
    const { shown, upload } = await openAt(markdown, position)
    const finish = new Map(['a', 'b', 'c'].map((name) => [name, upload(name)]))
    for (const name of order) await finish.get(name)?.()
    expect([order, shown.markdown]).toEqual([order, expected])
  }
})
