import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'

it('does not end the process when the log cannot be written, such as on a full disk', async () => {
  const full = await open('/dev/full', 'w')
  const script = `
    import { log } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    log.error('lost')
    setTimeout(() => process.stdout.write('running'), 200)
    setTimeout(() => process.exit(0), 300)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', full.fd],
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  await full.close()
  expect([code, output]).toEqual([0, 'running'])
})
