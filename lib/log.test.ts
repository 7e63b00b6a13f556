import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { redactPath } from '#contract/previews.ts'
import { findRoute } from './routes.ts'
import { tracedPath } from './tracing.ts'

/** Such a line is written at once. */
const LONGER_THAN_A_BATCH = 20_000

it('does not end the process when the log cannot be written, such as on a full disk', async () => {
  const full = await open('/dev/full', 'w')
  const script = `
    import { write } from 'node:fs'
    import { log } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    log.error('x'.repeat(${LONGER_THAN_A_BATCH}))
    write(2, 'after the log', (error) => process.stdout.write(error.code))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    // With one thread the second write fails after that of the log.
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'pipe', full.fd],
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  await full.close()
  expect([code, output]).toEqual([0, 'ENOSPC'])
})

it('logs and traces do not contain preview tokens', () => {
  const token = 'f'.repeat(64)
  for (const path of [`/preview/${token}`, `/preview/${token}/`, `/preview/${token}/more`])
    expect([redactPath(path), tracedPath(`${path}?a=b`)]).toEqual(['/preview/[token]', '/preview/[token]'])
  expect(findRoute(redactPath(`/preview/${token}`))?.path).toBe('/preview/[token]')
  expect([redactPath('/previews'), redactPath('/blog/preview/x')]).toEqual(['/previews', '/blog/preview/x'])
})
