import {
  settingsResponseSchema,
  staffSettingsResponseSchema,
  type StoredSettings,
} from '#contract/settings.ts'
import type { PostCheck } from '#contract/post-checks.ts'
import type { Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { absoluteUrl } from '../metadata.ts'
import { bearer, callForJson, callIfSupported } from '../upstream/client.ts'
import { isUnauthorized, isUnsupportedCall } from '../upstream/errors.ts'

export async function getStoredSettings({ token }: Staff): Promise<StoredSettings | null> {
  return callIfSupported('getSettings', settingsResponseSchema, { headers: bearer(token) })
}

export interface Publishing {
  siteUrl: string
  required: PostCheck[]
}

interface WritingSettings {
  template: string
  publishing: Publishing | null
}

export async function getWritingSettings({ token }: Staff): Promise<WritingSettings> {
  try {
    const { data } = await callForJson('getSettings', staffSettingsResponseSchema, { headers: bearer(token) })
    const { newPost, publishChecks } = data.data
    const publishing = { siteUrl: absoluteUrl('/'), required: publishChecks }
    return { template: newPost.startsEmpty ? '' : newPost.template, publishing }
  } catch (error) {
    if (!isUnsupportedCall(error) && !isUnauthorized(error))
      log.warn({ err: error }, 'the settings of writing could not be read')
    return { template: '', publishing: null }
  }
}
