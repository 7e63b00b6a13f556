import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import type { ChangeEvent } from '#contract/changes.ts'
import { publicSettingsSchema } from '#contract/settings.ts'
import { sendJson, startFakeUpstream, type FakeUpstream } from '#testing/fake-upstream.ts'
import { createRenderContext, renderContext } from '../process-context.ts'
import { defaultSettings } from '../site.ts'
import type * as SettingsModule from './settings.ts'

const defaults = publicSettingsSchema.parse(defaultSettings)

/** A real upstream server over HTTP. */
let response: { status: number; body: unknown } = { status: 404, body: {} }
let reads = 0
let upstream: FakeUpstream
let timeout: jest.SpiedFunction<typeof AbortSignal.timeout>
let clock: jest.SpiedFunction<typeof Date.now> | undefined
let getSettings: typeof SettingsModule.getSettings
let watchSettings: typeof SettingsModule.watchSettings

beforeAll(async () => {
  upstream = await startFakeUpstream((request, reply) => {
    const isRead = request.url === '/api/settings'
    if (isRead) reads += 1
    sendJson(reply, isRead ? response.body : { error: 'Not found' }, isRead ? response.status : 404)
  })
  // A loaded machine exceeds the two seconds that pages wait for settings.
  timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  ;({ getSettings, watchSettings } = await import('./settings.ts'))
})
beforeEach(() => {
  globalThis.halyardSettings = undefined
  reads = 0
})
afterEach(() => clock?.mockRestore())
afterAll(() => upstream.close())

const render = async () => {
  const context = createRenderContext()
  const settings = await renderContext.run(context, () => getSettings())
  const { cacheable, expiresAt } = context
  return { settings, cacheable, expiresAt, tags: [...context.tags] }
}

it('come from the upstream in each render', async () => {
  response = { status: 200, body: { data: { ...defaults, name: 'Bowline' } } }
  expect(await render()).toMatchObject({
    settings: { name: 'Bowline' },
    ...{ cacheable: true, expiresAt: Infinity, tags: ['settings'] },
  })
  response = { status: 200, body: { data: { ...defaults, name: 'Cleat' } } }
  expect((await render()).settings.name).toBe('Cleat')
})

it('have default values for an upstream without settings, which is read again after ten minutes', async () => {
  for (const status of [404, 405, 401]) {
    globalThis.halyardSettings = undefined
    reads = 0
    response = { status, body: { error: 'No' } }
    for (let time = 0; time < 5; time += 1)
      expect(await render()).toMatchObject({ settings: defaults, cacheable: true, expiresAt: Infinity })
    expect([status, reads]).toEqual([status, 1])
  }
  clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000)
  response = { status: 200, body: { data: { ...defaults, name: 'Bowline' } } }
  expect((await render()).settings.name).toBe('Bowline')
})

it('keep their last values while the upstream fails or is slow, and pages are cached until the next attempt', async () => {
  response = { status: 200, body: { data: { ...defaults, name: 'Bowline' } } }
  await render()
  const now = Date.now()
  clock = jest.spyOn(Date, 'now').mockReturnValue(now)
  const known = { settings: { name: 'Bowline' }, cacheable: true, expiresAt: now + 5_000 }
  for (const broken of [
    { status: 500, body: {} },
    { status: 200, body: { data: { name: 7 } } },
    { status: 404, body: {} },
    { status: 401, body: {} },
  ]) {
    response = broken
    if (globalThis.halyardSettings) globalThis.halyardSettings.retryAt = 0
    for (let time = 0; time < 3; time += 1) expect(await render()).toMatchObject(known)
  }
  // A failed read is retried once, and then not for some seconds.
  expect(reads).toBeLessThanOrEqual(7)
  if (globalThis.halyardSettings) globalThis.halyardSettings.retryAt = 0
  timeout.mockReturnValueOnce(AbortSignal.abort())
  expect(await render()).toMatchObject(known)
})

it('are read again at once after a change, even soon after a failed read', async () => {
  response = { status: 200, body: { data: { ...defaults, name: 'Bowline' } } }
  await render()
  response = { status: 500, body: {} }
  await render()
  response = { status: 200, body: { data: { ...defaults, name: 'Cleat' } } }
  const listeners: ((event: ChangeEvent) => void)[] = []
  watchSettings({
    supported: true,
    readAt: 0,
    subscribe: (listener) => void listeners.push(listener),
  })
  const change = (...tags: string[]) => {
    for (const listener of listeners) listener({ type: 'change', change: { id: 1, tags, removes: false } })
  }
  change('posts')
  expect((await render()).settings.name).toBe('Bowline')
  change('settings')
  expect((await render()).settings.name).toBe('Cleat')
})
