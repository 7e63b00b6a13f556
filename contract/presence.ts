import * as z from 'zod'

export const PRESENCE_INTERVAL_MS = 15_000
/** While someone else has the post open, or this tab is used. */
export const BUSY_PRESENCE_INTERVAL_MS = 3_000
/** Browsers throttle timers of hidden tabs to about one a minute; a single missed report does not end the presence. */
export const PRESENCE_EXPIRES_MS = 150_000

/** Only one account can edit at a time, in any number of tabs. */
const presenceStates = ['editing', 'viewing'] as const
const presenceStateSchema = z.enum(presenceStates)
export type PresenceState = z.infer<typeof presenceStateSchema>

const tab = z.uuid()

export const presenceInputSchema = z.object({
  tab,
  state: presenceStateSchema,
  takesOver: z.boolean().default(false),
})
export type PresenceInput = z.output<typeof presenceInputSchema>

export const presenceQuerySchema = z.object({ tab })

const otherSchema = z.object({
  name: z.string(),
  state: presenceStateSchema,
  since: z.iso.datetime(),
  isOwn: z.boolean(),
})
export type OtherEditor = z.infer<typeof otherSchema>

const presenceResponseSchema = z.object({
  data: z.object({
    state: presenceStateSchema,
    others: z.array(otherSchema),
    /** Of the stored post and of its working copy. */
    version: z.number().optional(),
    copyVersion: z.number().optional(),
  }),
})
export type Presence = z.infer<typeof presenceResponseSchema>['data']

/** Null when the upstream has no presence. */
export const optionalPresenceSchema = z.object({ data: presenceResponseSchema.shape.data.nullable() })
