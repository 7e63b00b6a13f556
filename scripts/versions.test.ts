import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
const lockFile = path.join(import.meta.dirname, '..', 'package-lock.json')
const { packages } = lockSchema.parse(JSON.parse(readFileSync(lockFile, 'utf8')))

/** Older versions have known vulnerabilities. */
const floors = {
  next: '16.4.5',
  react: '19.3.1',
  'react-dom': '19.3.1',
  'next-auth': '4.24.15',
  sharp: '0.35.5',
  dompurify: '3.4.0',
}

const numbersOf = (version: string) =>
  version
    .replace(/-.*$/, '')
    .split('.')
    .map((part) => Number(part))

/** A version before its release (`-rc.1`) is older than it. */
function isAtLeast(version: string, floor: string): boolean {
  const wanted = numbersOf(floor)
  const found = numbersOf(version)
  const at = wanted.findIndex((part, index) => found[index] !== part)
  return at === -1 ? !version.includes('-') : (found[at] ?? 0) > (wanted[at] ?? 0)
}

describe('the lock file', () => {
  it.each(Object.entries(floors))('has every copy of %s at %s or above', (name, floor) => {
    const copies = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`))
    const versions = copies.map(([, { version = '0' }]) => version)
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
  })

  it.each([
    ['16.4.5', true],
    ['16.10.0', true],
    ['17.0.0', true],
    ['16.4.4', false],
    ['16.4.5-rc.1', false],
    ['15.9.9', false],
  ])('accepts next %s: %s', (version, accepted) => expect(isAtLeast(version, '16.4.5')).toBe(accepted))
})
