import { expect, it } from '@jest/globals'
import { redactPath } from '#contract/preview-path.ts'
import { findRoute } from '../routes.ts'
import { tracedPath } from '../tracing.ts'

it('logs and traces do not contain preview tokens', () => {
  const token = 'f'.repeat(64)
  for (const path of [`/preview/${token}`, `/preview/${token}/`, `/preview/${token}/more`])
    expect([redactPath(path), tracedPath(`${path}?a=b`)]).toEqual(['/preview/[token]', '/preview/[token]'])
  expect(findRoute(redactPath(`/preview/${token}`))?.path).toBe('/preview/[token]')
  expect([redactPath('/previews'), redactPath('/blog/preview/x')]).toEqual(['/previews', '/blog/preview/x'])
})
