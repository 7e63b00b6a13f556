import { jitServer, startPostgres } from '#testing/postgres-server.ts'
import { apiSites, compareApis } from './api-sites.ts'
import { closing, serveSite } from './served-site.ts'
import { largeSite } from './site.ts'

/** Compares the API of equal sites on SQLite and on PostgreSQL with just-in-time compilation: `sh scripts/run.sh bench/databases.ts [posts]`. */
const size = { ...largeSite, posts: Number(process.argv[2] ?? 10_000) }
const comparison = { runs: 60, maxRatio: 2.5, names: ['SQLite', 'JIT'] satisfies [string, string] }

async function open(databaseUrl?: string) {
  const { base, owner } = await serveSite(size, databaseUrl)
  return apiSites({ owner, request: (path, init) => fetch(base + path, init) }, size)
}

if (!jitServer) throw new Error('PostgreSQL of Debian is not installed (apt-get install postgresql).')
try {
  const server = await startPostgres('', jitServer)
  closing.unshift(() => server.stop())
  await compareApis('PostgreSQL with JIT', await open(), await open(await server.emptyDatabase()), comparison)
} finally {
  for (const close of closing) await close()
}
