import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, expect, it } from '@jest/globals'

const dataDir = mkdtempSync(join(tmpdir(), 'secret-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

function readSecret() {
  const script = `
    import { siteSecret } from ${JSON.stringify(join(import.meta.dirname, 'secret.ts'))}
    process.stdout.write(siteSecret())`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { NODE_ENV: 'test', DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return { stdout, stderr }
}

it('is created once, for this user only', () => {
  const created = readSecret()
  expect(created).toEqual({ stdout: expect.stringMatching(/^[\w-]{43}$/), stderr: '' })
  expect(readSecret()).toEqual(created)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(created.stdout)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

it.each(['', 'half of a secret'])('is not used when its file has “%s”', (text) => {
  writeFileSync(join(dataDir, 'secret'), text)
  const { stdout, stderr } = readSecret()
  expect(stdout).toBe('')
  expect(stderr).toContain('secret must have at least 32 characters. Delete it to create a new secret')
})
