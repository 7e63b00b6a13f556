import * as z from 'zod'
import { CSV_TOO_LARGE, fitsCsvLimit } from './csv.ts'
import { count, queryText } from './lists.ts'

export const SUBSCRIBERS_PER_PAGE = 25
export const MAX_IMPORT_ROWS = 20_000
export const IMPORT_PROBLEMS_SHOWN = 10

export const subscriberListQuerySchema = z.object({
  search: queryText,
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})

const subscriberSchema = z.object({
  id: z.string(),
  email: z.string(),
  since: z.iso.datetime(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

/** Newest first; addresses that are not confirmed yet are left out. */
export const subscriberListResponseSchema = z.object({
  data: z.array(subscriberSchema),
  total: z.number().int().nonnegative(),
  totalPages: z.number().int().nonnegative(),
})
export type SubscriberPage = z.infer<typeof subscriberListResponseSchema>

export const subscriberDeletionResponseSchema = z.object({ data: z.object({ id: z.string() }) })

export const subscriberImportSchema = z.object({
  csv: z.string('Choose a CSV file.').min(1, 'Choose a CSV file.').refine(fitsCsvLimit, CSV_TOO_LARGE),
  consent: z.literal(true, 'Confirm that these people agreed to get the newsletter.'),
})

export const subscriberImportResponseSchema = z.object({
  data: z.object({
    added: count,
    existing: count,
    /** They were subscribed, but unsubscribed according to the file. */
    removed: count.default(0),
    /** They unsubscribed, here or according to the file, or e-mails to them fail. */
    excluded: count,
    invalid: count,
    problems: z.array(z.object({ line: count, message: z.string() })),
  }),
})
export type SubscriberImport = z.infer<typeof subscriberImportResponseSchema>['data']
