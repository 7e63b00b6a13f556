import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/** Entries left of the trusted hops in X-Forwarded-For can be forged. */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const address = request.socket.remoteAddress
    ? proxyAddr(request, (_address, hop) => hop < trustedHops)
    : 'unknown'
  return address.replace(/^::ffff:/, '')
}
