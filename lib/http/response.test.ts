import { expect, it } from '@jest/globals'
import { csvFile } from './response.ts'

it('sends a CSV file with a byte order mark and its name', async () => {
  const response = csvFile('searches', 'Search\r\n')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="searches.csv"')
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe('\u00ef\u00bb\u00bfSearch\r\n')
})
