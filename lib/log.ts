import pino from 'pino'
import { env } from './env.ts'

/** JSON lines on standard error: request id, route, status, time; never bodies, cookies, tokens or addresses. */
export const log = pino({ level: env.LOG_LEVEL, base: undefined }, pino.destination(2))
