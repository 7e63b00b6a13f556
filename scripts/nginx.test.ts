import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { publicRoutes } from '#lib/routes.ts'

const root = join(import.meta.dirname, '..')
const isPage = ({ path }: { path: string }) => existsSync(join(root, 'app/(site)', path, 'page.tsx'))

it('has nginx cache the pages that the site caches', async () => {
  const file = await readFile(join(root, 'deploy/nginx.conf'), 'utf8')
  const pattern = new RegExp(/location ~ (\S+) \{[^}]*\bproxy_cache pages;/.exec(file)?.[1] ?? 'none')
  const pages = publicRoutes.filter(isPage)
  const cachedByNginx = pages.filter(({ path }) => pattern.test(path.replaceAll(/\[\w+\]/g, 'name')))
  expect(cachedByNginx.length).toBeGreaterThan(8)
  expect(cachedByNginx).toEqual(pages.filter(({ cached }) => cached))
})
