import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { parse } from 'yaml'
import * as z from 'zod'

const schema = z.object({
  services: z.object({
    node1: z.object({ environment: z.record(z.string(), z.unknown()) }),
    nginx: z.object({ volumes: z.array(z.string()) }),
  }),
})

const fixed = ['PORT', 'LISTEN_HOST', 'DATA_DIR', 'DATABASE_DIRECT_URL', 'UPSTREAM_URL', 'UPSTREAM_PORT']

const read = (file: string) => readFile(join(import.meta.dirname, '..', file), 'utf8')
const readCompose = async () => schema.parse(parse(await read('deploy/compose.yaml'), { merge: true }))

it('has nginx look up the nodes again, which needs a shared zone', async () => {
  const { services } = await readCompose()
  expect(services.nginx.volumes).toContain('./compose-nodes.conf:/etc/nginx/halyard/nodes.conf:ro')
  const lines = (await read('deploy/compose-nodes.conf')).trim().split('\n')
  const [resolver, ...servers] = lines.filter((line) => !line.startsWith('#'))
  expect(resolver).toMatch(/^resolver 127\.0\.0\.11 /)
  expect(servers).toHaveLength(4)
  for (const server of servers) expect(server).toMatch(/^server node[12]:3000 resolve .*;$/)
  expect(await read('deploy/nginx.conf')).toMatch(/upstream halyard \{[^}]*\bzone halyard /)
})

it('gives the containers every variable of the operator', async () => {
  const { services } = await readCompose()
  const documented = [...(await read('.env.example')).matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented).toContain('MAIL_FROM')
  expect([...Object.keys(services.node1.environment), ...fixed].toSorted()).toEqual(documented.toSorted())
})
