import { expect, it, jest } from '@jest/globals'
import { ApiError } from '#contract/errors.ts'
import { log } from '../log.ts'
import { createRenderContext, renderContext } from '../process-context.ts'
import { badGateway, gatewayTimeout } from '../upstream/errors.ts'
import { reportPageFailure } from './queries.ts'

it('makes a page 503 when the upstream is unavailable or too slow, and 500 when it fails', () => {
  jest.spyOn(log, 'error').mockImplementation(() => {})
  const statusAfter = (error: unknown) => {
    const context = createRenderContext()
    renderContext.run(context, () => reportPageFailure(error))
    return context.status
  }
  const cause = new Error('cause')
  const errors = [new ApiError('unavailable', 'Busy'), gatewayTimeout(cause), badGateway(cause), cause]
  expect(errors.map(statusAfter)).toEqual([503, 503, 500, 500])
})
