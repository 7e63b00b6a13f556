import { readdirSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { isReservedPath } from '#contract/redirects.ts'
import { publicRoutes } from '../routes.ts'

/** These pages show documents that may be missing; a redirect applies then. */
const documents = new Set(['/blog/[slug]', '/blog/[slug].md', '/work/[slug]', '/authors/[slug]'])

it('every page of the site is reserved, except documents that may be missing', () => {
  const paths = publicRoutes.map(({ path }) => path).filter((path) => !documents.has(path))
  expect(paths.filter((path) => !isReservedPath(path))).toEqual([])
})

it('every file and folder that the site serves is reserved', () => {
  const files = readdirSync('public', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^public/, ''))
  expect(files.length).toBeGreaterThan(0)
  const icons = readdirSync('app').filter((name) => /\.(ico|png|svg)$/.test(name))
  expect(icons.length).toBeGreaterThan(0)
  const served = [...files, ...icons.map((name) => `/${name}`)]
  expect(served.filter((path) => !isReservedPath(path))).toEqual([])
})
