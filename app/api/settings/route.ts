import * as z from 'zod'
import {
  publicSettingsResponseSchema,
  settingsResponseSchema,
  settingsSchema,
  staffSettingsResponseSchema,
} from '#contract/settings.ts'
import { readInput } from '#lib/http/body.ts'
import { handle, route } from '#lib/http/route.ts'
import { forward } from '#lib/upstream/forward.ts'

/** Owners get all settings. The order matters, because a schema drops the fields it does not know. */
const anySettingsSchema = z.union([
  settingsResponseSchema,
  staffSettingsResponseSchema,
  publicSettingsResponseSchema,
])

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('optional', ({ headers }) => forward('getSettings', anySettingsSchema, { headers })),
  PUT: handle('manageSettings', async ({ request, headers }) => {
    const json = await readInput(request, settingsSchema)
    return forward('saveSettings', settingsResponseSchema, { headers, json })
  }),
})
