import { expect, it } from '@jest/globals'
import { imageMarkdown } from './insert-media.ts'

it.each([
  [{ url: '/a.webp', alt: '', caption: '' }, '![](/a.webp)'],
  [{ url: '/a.webp', alt: 'A [red] wall\\', caption: '' }, '![A \\[red\\] wall\\\\](/a.webp)'],
  [{ url: '/a.webp', alt: 'Two\nlines', caption: 'Say "hi"' }, '![Two lines](/a.webp "Say \\"hi\\"")'],
])('writes %j as Markdown', (item, markdown) => {
  expect(imageMarkdown(item)).toBe(markdown)
})
