import { defaultSettings } from '#contract/default-settings.ts'
import { settingsResponseSchema, type Settings } from '#contract/settings.ts'
import { accountEnv } from './session.ts'
import { expect, test as base } from './fixtures.ts'
import { startFront, type Front } from './front.ts'
import { Staff } from './staff-client.ts'

interface SettingsClient {
  read(): Promise<Settings>
  save(settings: Settings): Promise<void>
}

interface Fixtures {
  /** A site with settings of its own, because they show on every page. */
  front: Front
  settings: SettingsClient
}

async function toClient(front: Front): Promise<SettingsClient> {
  const url = `${front.url}/api/settings`
  const headers = {
    authorization: `Bearer ${await Staff.signIn(front.url)}`,
    'content-type': 'application/json',
  }
  return {
    read: async () => settingsResponseSchema.parse(await (await fetch(url, { headers })).json()).data,
    save: async (settings) => {
      const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(settings) })
      expect(response.status).toBe(200)
    },
  }
}

export const test = base.extend<Fixtures>({
  front: [
    async ({ baseURL: _ }, provide) => {
      const front = await startFront({ env: accountEnv })
      await provide(front)
      await front.stop()
    },
    { timeout: 600_000 },
  ],
  fronts: async ({ front }, provide) => provide([front]),
  settings: async ({ front }, provide) => provide(await toClient(front)),
})

/** Shares a site whose settings are the default ones at the beginning of a test. */
export const sharedTest = test.extend({
  front: async ({ settingsSite }, provide) => {
    await (await toClient(settingsSite)).save(defaultSettings)
    await provide(settingsSite)
  },
})
