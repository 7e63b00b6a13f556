import * as z from 'zod'
import { figuresQuerySchema } from '#contract/analytics.ts'
import { ApiError } from '#contract/errors.ts'
import { figureTables, toFiguresCsv } from '#lib/analytics/csv.ts'
import { getFigures } from '#lib/analytics/figures.ts'
import { csvFile, json } from '#lib/http/response.ts'
import { handle, queryOf, route } from '#lib/http/route.ts'

const formatSchema = z.object({
  format: z.enum(['json', 'csv']).catch('json'),
  table: z.enum(figureTables).catch('days'),
})

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle('readFigures', async ({ request, token }) => {
    const query = queryOf(request, figuresQuerySchema)
    const figures = await getFigures(token, query)
    if (!figures) throw new ApiError('not_found', 'This site has no analytics.')
    const { format, table } = queryOf(request, formatSchema)
    if (format === 'json') return json({ data: figures })
    const csv = toFiguresCsv(figures, table, { ofSource: query.source !== undefined })
    return csvFile(`${table}-${figures.from}-to-${figures.to}`, csv)
  }),
})
