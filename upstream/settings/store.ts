import * as z from 'zod'
import { setSiteTimeZone } from '#contract/calendar.ts'
import { pageTags } from '#contract/changes.ts'
import { defaultSettings } from '#contract/default-settings.ts'
import { settingsSchema, type Settings, type StoredSettings } from '#contract/settings.ts'
import type { Db } from '../db/open.ts'
import type { LockedTrx } from '../db/write-lock.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import { mediaIdOf } from '../media/names.ts'

const ROW_ID = 1

const documentSchema = z.record(z.string(), z.unknown())

/** Fields that are missing or no longer valid get their defaults. */
function parseDocument(document: string): Settings {
  const merged: Record<string, unknown> = {
    ...defaultSettings,
    ...documentSchema.parse(JSON.parse(document)),
  }
  const result = settingsSchema.safeParse(merged)
  if (result.success) return result.data
  const invalid = new Set(result.error.issues.map(({ path }) => String(path[0])))
  const valid = Object.entries(merged).filter(([name]) => !invalid.has(name))
  return settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(valid) })
}

export async function readSettings(db: Db): Promise<StoredSettings> {
  const row = await db.selectFrom('settings').selectAll().where('id', '=', ROW_ID).executeTakeFirst()
  if (!row) return { data: defaultSettings, version: 0, updatedAt: null, updatedBy: null }
  return {
    data: parseDocument(row.document),
    version: row.version,
    updatedAt: new Date(row.updated_at).toISOString(),
    updatedBy: row.updated_by,
  }
}

export async function writeSettings(
  db: LockedTrx,
  settings: Settings,
  { version, updatedBy }: { version: number; updatedBy: string },
): Promise<void> {
  const row = {
    document: JSON.stringify(settings),
    share_image_id: settings.shareImage && (mediaIdOf(settings.shareImage.url) ?? null),
    version,
    updated_at: Date.now(),
    updated_by: updatedBy,
  }
  await db
    .insertInto('settings')
    .values({ id: ROW_ID, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Days of statistics start in the site's time zone, on every node. */
export async function followTimeZone(
  db: Db,
  changes: Pick<ChangeFeed, 'subscribe'>,
  onError: (error: unknown) => void,
): Promise<void> {
  const apply = async () => setSiteTimeZone((await readSettings(db)).data.timeZone)
  await apply()
  changes.subscribe((event) => {
    const tags = event.type === 'reset' ? [pageTags.all] : event.change.tags
    if (tags.includes(pageTags.all) || tags.includes(pageTags.settings)) apply().catch(onError)
  })
}
