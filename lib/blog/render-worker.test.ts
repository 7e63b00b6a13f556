import { afterEach, expect, it, jest } from '@jest/globals'
import { renderArticle } from './render.ts'

afterEach(() => void jest.useRealTimers())

it('renders again after the idle worker was stopped', async () => {
  jest.useFakeTimers({ advanceTimers: false, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
  expect(await renderArticle('*one*')).toMatchObject({ html: '<p><em>one</em></p>\n', isPlainText: false })
  const idle = jest.getTimerCount()
  jest.advanceTimersByTime(30_000)
  expect([idle, jest.getTimerCount()]).toEqual([1, 0])
  expect(await renderArticle('*two*')).toMatchObject({ html: '<p><em>two</em></p>\n', isPlainText: false })
})
