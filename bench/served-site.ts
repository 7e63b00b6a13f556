import { rmSync } from 'node:fs'
import { freePort } from '#testing/free-port.ts'
import { buildSite, startSite, stop, untilOk } from './processes.ts'
import { temporaryFolder } from './project-copy.ts'
import { provideSite } from './shared-sites.ts'
import { admin, ownerHeaders } from './sign-in.ts'
import type { SiteSize } from './site.ts'

export const closing: (() => unknown)[] = []

interface ServedSite {
  base: string
  owner: Record<string, string>
}

export async function serveSite(size: SiteSize, databaseUrl?: string): Promise<ServedSite> {
  buildSite()
  const dataDir = temporaryFolder()
  closing.unshift(() => rmSync(dataDir, { recursive: true, force: true }))
  await provideSite({ dataDir, databaseUrl }, size)
  const port = await freePort()
  const server = startSite({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    ADMIN_PASSWORD: admin.password,
  })
  closing.unshift(() => stop(server))
  const base = `http://localhost:${port}`
  await untilOk(`${base}/api/ready`, server)
  return { base, owner: await ownerHeaders(base) }
}
