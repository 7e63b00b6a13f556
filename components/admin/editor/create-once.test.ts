import { describe, expect, it } from '@jest/globals'
import { ApiError } from '#contract/errors.ts'
import type { CreateAttempt } from './create-attempts.ts'
import { createOnce } from './create-once.ts'

const lost = new TypeError('Failed to fetch')

/** Responds to each request with the next result. */
function start(...results: (string | Error)[]) {
  const requests: string[] = []
  const keys: string[] = []
  const respond = (request: string) => {
    requests.push(request)
    const result = results.shift() ?? 'a document'
    if (typeof result !== 'string') throw result
    return result
  }
  let stored: CreateAttempt | null = null
  const openEditor = () =>
    createOnce<string>({
      post: async (form, key) => {
        keys.push(key)
        return respond(`POST ${String(form.get('title'))}`)
      },
      readAttempt: async () => stored,
      storeAttempt: async (attempt) => {
        stored = attempt
      },
    })
  let create = openEditor()
  const save = async (title: string) => {
    const form = new FormData()
    form.set('title', title)
    return create(form, async (created) => respond(`PUT ${title} to ${created}`))
  }
  const reload = () => {
    create = openEditor()
  }
  return { save, reload, requests, keys }
}

describe('a new document', () => {
  it('is created by one request', async () => {
    const { save, requests } = start('post 1')
    expect(await save('First')).toBe('post 1')
    expect(requests).toEqual(['POST First'])
  })

  it.each([lost, new ApiError('bad_gateway', ''), new ApiError('unavailable', '')])(
    'is created from the newest text after %s, then updated',
    async (error) => {
      const { save, requests, keys } = start(error, lost, 'post 1', 'updated')
      await expect(save('First')).rejects.toBe(error)
      await expect(save('Second')).rejects.toBe(lost)
      expect(await save('Third')).toBe('updated')
      expect(requests).toEqual(['POST First', 'POST Second', 'POST Third', 'PUT Third to post 1'])
      expect(new Set(keys).size).toBe(1)
    },
  )

  it('is updated when an earlier text created it', async () => {
    const used = new ApiError('invalid', 'This Idempotency-Key was used for another request.')
    const { save, requests, keys } = start(lost, lost, used, used, 'post 1', lost, used, 'post 1', 'updated')
    await expect(save('First')).rejects.toBe(lost)
    await expect(save('Second')).rejects.toBe(lost)
    await expect(save('Third')).rejects.toBe(lost)
    expect(await save('Fourth')).toBe('updated')
    expect(requests).toEqual([
      ...['POST First', 'POST Second', 'POST Third', 'POST First', 'POST Second', 'PUT Third to post 1'],
      ...['POST Fourth', 'POST First', 'PUT Fourth to post 1'],
    ])
    expect(new Set(keys).size).toBe(1)
  })

  it('is created once when the page is reloaded before the next attempt', async () => {
    const used = new ApiError('invalid', 'This Idempotency-Key was used for another request.')
    const { save, reload, requests, keys } = start(lost, used, 'post 1', 'updated', 'post 2')
    await expect(save('First')).rejects.toBe(lost)
    reload()
    expect(await save('Second')).toBe('updated')
    expect(requests).toEqual(['POST First', 'POST Second', 'POST First', 'PUT Second to post 1'])
    expect(new Set(keys).size).toBe(1)
    reload()
    expect(await save('Another')).toBe('post 2')
    expect(keys[3]).not.toBe(keys[2])
  })

  it('is sent anew after it was rejected', async () => {
    const invalid = new ApiError('invalid', 'Title is required', { fields: { title: 'Title is required' } })
    const { save, requests, keys } = start(invalid, 'post 1')
    await expect(save('')).rejects.toBe(invalid)
    expect(await save('First')).toBe('post 1')
    expect(requests).toEqual(['POST ', 'POST First'])
    expect(new Set(keys).size).toBe(2)
  })

  it('is created anew when it was deleted meanwhile', async () => {
    const used = new ApiError('invalid', 'This Idempotency-Key was used for another request.')
    const deleted = new ApiError('not_found', 'Blog post not found')
    const { save, requests, keys } = start(lost, used, deleted, 'post 2')
    await expect(save('First')).rejects.toBe(lost)
    await expect(save('Second')).rejects.toBe(deleted)
    expect(await save('Second')).toBe('post 2')
    expect(requests).toEqual(['POST First', 'POST Second', 'POST First', 'POST Second'])
    expect(keys[3]).not.toBe(keys[2])
  })

  it.each([
    new ApiError('unauthorized', 'Your session has ended.'),
    new ApiError('conflict', 'This URL is already taken.', {
      fields: { slug: 'This URL is already taken.' },
    }),
  ])('may still exist after %s', async (error) => {
    const { save, requests, keys } = start(lost, error, 'post 1', 'updated')
    await expect(save('First')).rejects.toBe(lost)
    await expect(save('Second')).rejects.toBe(error)
    expect(await save('Third')).toBe('updated')
    expect(requests).toEqual(['POST First', 'POST Second', 'POST Third', 'PUT Third to post 1'])
    expect(new Set(keys).size).toBe(1)
  })
})
