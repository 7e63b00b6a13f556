import type { Logger } from 'pino'
import { parseCsv, type CsvRow } from '#contract/csv.ts'
import { ApiError } from '#contract/errors.ts'

export function rejectCsv(message: string): never {
  throw ApiError.forField('invalid', 'csv', message)
}

export const readCsv = (csv: string, maxRows: number): CsvRow[] =>
  parseCsv(csv, maxRows) ?? rejectCsv('The file has a quote that is not closed.')

/** Reads a part when the client has received the one before. */
export function streamCsv(parts: AsyncGenerator<string>, logger: Logger): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          logger.error({ err: error }, 'A CSV export failed')
          throw error
        }
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    { highWaterMark: 0 },
  )
}
