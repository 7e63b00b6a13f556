import { z } from 'zod'

export const PRESENCE_INTERVAL_MS = 15_000
/** While somebody else has the post open, or this tab is used. */
export const BUSY_PRESENCE_INTERVAL_MS = 3_000
/** Browsers run the timers of a hidden tab about once a minute; one missed report does not end its presence. */
export const PRESENCE_EXPIRES_MS = 150_000

/** One account edits at a time, in any number of tabs. */
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

/** `state` is what the tab may do; `others` are the other tabs that have the post open, those that edit first. */
const presenceResponseSchema = z.object({
  data: z.object({ state: presenceStateSchema, others: z.array(otherSchema) }),
})
export type Presence = z.infer<typeof presenceResponseSchema>['data']

/** Null for an upstream that does not know who has a post open. */
export const optionalPresenceSchema = z.object({ data: presenceResponseSchema.shape.data.nullable() })
