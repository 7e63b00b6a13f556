import { unstable_rethrow } from 'next/navigation'
import {
  settingsResponseSchema,
  staffSettingsResponseSchema,
  type StoredSettings,
} from '#contract/settings.ts'
import type { PostCheck } from '#contract/post-checks.ts'
import { readAsStaff, type Staff } from '../auth/staff.ts'
import { log } from '../log.ts'
import { absoluteUrl } from '../metadata.ts'
import { callForJson, callIfSupported } from '../upstream/client.ts'
import { isUnsupportedCall } from '../upstream/errors.ts'

export const getStoredSettings = (staff: Staff): Promise<StoredSettings | null> =>
  readAsStaff(staff, (headers) => callIfSupported('getSettings', settingsResponseSchema, { headers }))

export interface Publishing {
  siteUrl: string
  required: PostCheck[]
}

interface WritingSettings {
  template: string
  publishing: Publishing | null
}

export async function getWritingSettings(staff: Staff): Promise<WritingSettings> {
  try {
    const { data } = await readAsStaff(staff, (headers) =>
      callForJson('getSettings', staffSettingsResponseSchema, { headers }),
    )
    const { newPost, publishChecks } = data.data
    const publishing = { siteUrl: absoluteUrl('/'), required: publishChecks }
    return { template: newPost.startsEmpty ? '' : newPost.template, publishing }
  } catch (error) {
    unstable_rethrow(error)
    if (!isUnsupportedCall(error)) log.warn({ err: error }, 'the settings of writing could not be read')
    return { template: '', publishing: null }
  }
}
