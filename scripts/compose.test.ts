import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { z } from 'zod'

const schema = z.object({
  services: z.object({ node1: z.object({ environment: z.record(z.string(), z.unknown()) }) }),
})

const fixed = ['PORT', 'DATA_DIR', 'DATABASE_DIRECT_URL', 'UPSTREAM_URL', 'UPSTREAM_PORT']

it('gives the containers every variable of the operator', async () => {
  const read = (file: string) => readFile(join(import.meta.dirname, '..', file), 'utf8')
  const { services } = schema.parse(parse(await read('deploy/compose.yaml'), { merge: true }))
  const documented = [...(await read('.env.example')).matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented).toContain('MAIL_FROM')
  expect([...Object.keys(services.node1.environment), ...fixed].toSorted()).toEqual(documented.toSorted())
})
