import * as z from 'zod'
import { count } from './lists.ts'

export const exportSummaryResponseSchema = z.object({ data: z.object({ posts: count, images: count }) })
export type ExportSummary = z.infer<typeof exportSummaryResponseSchema>['data']
