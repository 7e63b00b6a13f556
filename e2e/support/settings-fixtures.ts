import { settingsResponseSchema, type Settings } from '#contract/settings.ts'
import { accountEnv } from './account.ts'
import { expect, test as base } from './fixtures.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { Staff } from './staff-client.ts'

interface Fixtures {
  /** A site with settings of its own, because they show on every page. */
  front: ServerProcess
  /** Reads and saves them as an owner. */
  settings: { read(): Promise<Settings>; save(settings: Settings): Promise<void> }
}

export const test = base.extend<Fixtures>({
  front: [
    async ({ baseURL: _ }, provide) => {
      const front = await startServer({
        entry: '.next/site/start.mjs',
        portVariable: 'PORT',
        env: accountEnv,
      })
      await provide(front)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
  // Closes the pages first: an open one may call a server that has stopped.
  context: async ({ front: _, context }, provide) => provide(context),
  settings: async ({ front }, provide) => {
    const url = `${front.url}/api/settings`
    const headers = {
      authorization: `Bearer ${await Staff.signIn(front.url)}`,
      'content-type': 'application/json',
    }
    await provide({
      read: async () => settingsResponseSchema.parse(await (await fetch(url, { headers })).json()).data,
      save: async (settings) => {
        const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(settings) })
        expect(response.status).toBe(200)
      },
    })
  },
})
