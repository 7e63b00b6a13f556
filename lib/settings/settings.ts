import { cache } from 'react'
import { setSiteTimeZone } from '#contract/calendar.ts'
import { pageTags } from '#contract/changes.ts'
import { hasErrorCode } from '#contract/errors.ts'
import {
  publicSettingsResponseSchema,
  publicSettingsSchema,
  type PublicSettings,
} from '#contract/settings.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { log } from '../log.ts'
import { cacheUntil, dependsOn } from '../process-context.ts'
import { defaultSettings } from '../site.ts'
import type { UpstreamChanges } from '../upstream/change-feed.ts'
import { callForJson } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

interface LastRead {
  settings: PublicSettings
  known: boolean
  failed: boolean
  retryAt: number
}

declare global {
  var halyardSettings: LastRead | undefined
}

/** The next release of an upstream may add settings. */
const ABSENT_MS = 10 * MINUTE_MS
const FAILED_MS = 5_000
/** Short, because every page waits for the settings. */
const TIMEOUT_MS = 2_000

const defaults = publicSettingsSchema.parse(defaultSettings)

const isAbsent = (error: unknown) =>
  isUnsupportedCall(error) || hasErrorCode(error, 'unauthorized', 'forbidden')

async function read(): Promise<LastRead> {
  try {
    const options = { timeoutMs: TIMEOUT_MS }
    const { data } = await callForJson('getSettings', publicSettingsResponseSchema, options)
    return { settings: data.data, known: true, failed: false, retryAt: 0 }
  } catch (error) {
    const { settings, known } = globalThis.halyardSettings ?? { settings: defaults, known: false }
    if (!known && isAbsent(error))
      return { settings: defaults, known, failed: false, retryAt: Date.now() + ABSENT_MS }
    log.warn({ err: error }, 'settings could not be read')
    return { settings, known, failed: true, retryAt: Date.now() + FAILED_MS }
  }
}

/** While the upstream fails or is slow, pages use the last known settings and are cached until the next attempt. */
export const getSettings = cache(async (): Promise<PublicSettings> => {
  dependsOn(pageTags.settings)
  const last = globalThis.halyardSettings
  const current = last && Date.now() < last.retryAt ? last : await read()
  globalThis.halyardSettings = current
  if (current.failed) cacheUntil(current.retryAt)
  setSiteTimeZone(current.settings.timeZone)
  return current.settings
})

/** Changed settings are read at once, even soon after a failed read. */
export function watchSettings(changes: UpstreamChanges) {
  changes.subscribe((event) => {
    const tags = event.type === 'change' ? event.change.tags : [pageTags.all]
    const isChanged = tags.some((tag) => tag === pageTags.settings || tag === pageTags.all)
    if (isChanged && globalThis.halyardSettings) globalThis.halyardSettings.retryAt = 0
  })
}
