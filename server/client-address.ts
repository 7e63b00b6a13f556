import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'

/** Azure Application Gateway and IIS add the port, which differs for each connection. */
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[(.+)\](?::\d+)?)$/

/** Entries left of the trusted hops in X-Forwarded-For can be forged. */
export function clientAddress(request: IncomingMessage, trustedHops: number): string {
  const address = request.socket.remoteAddress
    ? proxyAddr(request, (_address, hop) => hop < trustedHops)
    : 'unknown'
  return address.replace(withPort, '$1$2').replace(/^::ffff:/, '')
}
