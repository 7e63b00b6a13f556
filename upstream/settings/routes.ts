import { isDeepStrictEqual } from 'node:util'
import { Hono, type Context } from 'hono'
import { ApiError } from '#contract/errors.ts'
import { pageTags } from '#contract/changes.ts'
import { can } from '#contract/roles.ts'
import {
  publicSettingsSchema,
  settingsSchema,
  staffSettingsSchema,
  type Settings,
  type StoredSettings,
} from '#contract/settings.ts'
import { optionalAccount, requireAbility, withWriteLockAs } from '../accounts/authenticate.ts'
import { recordActivity } from '../activity/record.ts'
import { recordChange } from '../changes/record.ts'
import type { Db } from '../db/open.ts'
import { jsonBody } from '../http/body.ts'
import type { AppEnv } from '../http/env.ts'
import { etagOf, matchesVersion, outdated } from '../http/version.ts'
import { getImages, isReplaced } from '../media/images.ts'
import { mediaIdOf } from '../media/names.ts'
import { readSettings, writeSettings } from './store.ts'

const sendSettings = (c: Context, stored: StoredSettings) =>
  c.json(stored, 200, { etag: etagOf(stored.version) })

function requireVersion({ version, updatedAt, updatedBy }: StoredSettings, ifMatch = '*') {
  if (matchesVersion(ifMatch, version)) return
  const stored = { version, updatedAt: updatedAt ?? undefined, updatedBy }
  throw outdated(stored, 'Someone else saved the settings after you opened them.')
}

/** Uses the stored dimensions instead of those in the request. */
async function withStoredImage(db: Db, settings: Settings): Promise<Settings> {
  const { shareImage } = settings
  if (!shareImage) return settings
  const id = mediaIdOf(shareImage.url) ?? ''
  const image = (await getImages(db, [id])).get(id)
  const source =
    image?.sources.find(({ url }) => url === shareImage.url) ??
    (image && isReplaced(image) ? image.sources.at(-1) : undefined)
  if (!image || !source)
    throw ApiError.forField('invalid', 'shareImage', 'The share image no longer exists. Upload it again.')
  const height = Math.round((source.width * image.height) / image.width)
  return { ...settings, shareImage: { url: source.url, width: source.width, height } }
}

function changesBetween(before: Settings, after: Settings) {
  const changed = Object.entries(after).flatMap(([name, to]) => {
    const from = Object.entries(before).find(([other]) => other === name)?.[1]
    return isDeepStrictEqual(from, to) ? [] : [[name, { from, to }] as const]
  })
  return Object.fromEntries(changed)
}

export const settings = new Hono<AppEnv>()
  .get('/', optionalAccount, async (c) => {
    const stored = await readSettings(c.var.db)
    const { account } = c.var
    if (account && can(account.role, 'manageSettings')) return sendSettings(c, stored)
    const visible = account ? staffSettingsSchema : publicSettingsSchema
    return c.json({ data: visible.parse(stored.data) })
  })
  .put('/', requireAbility('manageSettings'), jsonBody(settingsSchema), async (c) => {
    const { db, database } = c.var
    await withWriteLockAs(c.var, async (trx, account) => {
      const before = await readSettings(trx)
      requireVersion(before, c.req.header('if-match'))
      const after = await withStoredImage(trx, c.req.valid('json'))
      const changes = changesBetween(before.data, after)
      if (Object.keys(changes).length === 0) return
      await writeSettings(trx, after, { version: before.version + 1, updatedBy: account.name })
      const object = { type: 'settings', id: 'settings', name: 'Settings' }
      await recordActivity(trx, account, { kind: 'settings.changed', object, changes })
      await recordChange(trx, database.dialect, { tags: [pageTags.settings], removes: false })
    })
    return sendSettings(c, await readSettings(db))
  })
