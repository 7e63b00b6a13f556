import { expect, it } from '@jest/globals'
import * as z from 'zod'
import { ApiError, parseInput } from './errors.ts'

it.each([
  [z.object({ width: z.number().positive() }), { width: 0 }, 'Width must be more than 0'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'Name must be at least 1 character'],
  [z.object({ ids: z.array(z.string()).max(2) }), { ids: ['a', 'b', 'c'] }, 'Ids must be at most 2 entries'],
  [z.object({ from: z.date().min(new Date()) }), { from: new Date(0) }, 'From is not valid'],
  [z.object({ coverAlt: z.string() }), {}, 'Cover alt is required'],
])('words an issue without a message of its schema', (schema, input, error) => {
  expect(() => parseInput(schema, input)).toThrow(new ApiError('invalid', error))
})
