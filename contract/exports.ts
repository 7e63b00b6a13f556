import { z } from 'zod'

const count = z.number().int().nonnegative()

export const exportSummaryResponseSchema = z.object({ data: z.object({ posts: count, images: count }) })
export type ExportSummary = z.infer<typeof exportSummaryResponseSchema>['data']
