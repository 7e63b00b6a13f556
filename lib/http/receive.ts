import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../log.ts'
import { currentRequest } from './current-request.ts'
import { lifecycle } from './lifecycle.ts'
import { sentStatus } from './sent-status.ts'

const idPattern = /^[A-Za-z0-9_-]{8,64}$/
const MAX_PATH = 200

/** The query may hold what a visitor typed, and a token. */
const pathOf = (url = '/') => url.split('?', 1).join('').slice(0, MAX_PATH)

/**
 * Every request to one of our servers begins here. It gets an id, or keeps the one that a proxy or the site gave it;
 * all that is logged on its way bears it, and one line when it is over says how it went.
 */
export function receive(request: IncomingMessage, response: ServerResponse, answer: () => void) {
  const started = performance.now()
  const { method, url } = request
  const given = request.headers['x-request-id']
  const requestId = typeof given === 'string' && idPattern.test(given) ? given : randomUUID()
  request.headers['x-request-id'] = requestId
  response.setHeader('x-request-id', requestId)
  // Who keeps a connection is told to open the next one elsewhere, before this one is closed.
  if (lifecycle.draining) response.setHeader('connection', 'close')
  response.once('close', () => {
    const ms = Math.round(performance.now() - started)
    const line = { requestId, method, path: pathOf(url), status: sentStatus(response), ms }
    log.info(response.writableFinished ? line : { ...line, aborted: true }, 'answered')
  })
  currentRequest.run(requestId, answer)
}
