// Preloaded into a server: it may request servers of a test, whose address is not public.
import { registerHooks } from 'node:module'

const source = "export const isPublicAddress = (address) => address === '127.0.0.1'"

registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/external-links/public-addresses.ts')
      ? { format: 'module', source, shortCircuit: true }
      : nextLoad(url, context),
})
