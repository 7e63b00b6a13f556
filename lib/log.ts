import pino from 'pino'
import { env } from './env.ts'
import { currentRequest } from './http/current-request.ts'

/** JSON lines on standard error: request id, route, status, time; never bodies, cookies, tokens or addresses. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    mixin: (_line, _level, logger) => ('requestId' in logger.bindings() ? {} : idOfRequest()),
  },
  pino.destination(2),
)

function idOfRequest() {
  const requestId = currentRequest.getStore()
  return requestId === undefined ? {} : { requestId }
}
