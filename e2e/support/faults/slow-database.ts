import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '#testing/free-port.ts'

/** A connection to PostgreSQL that holds back the responses to chosen queries. */
export async function startSlowDatabase(database: string) {
  const folder = new URL(database).searchParams.get('host') ?? ''
  const sockets = new Set<Socket>()
  let held: { text: string; seen: () => void; released: Promise<void> } | undefined

  const server = createServer((client) => {
    const target = connect(`${folder}/.s.PGSQL.5432`)
    let open = Promise.resolve()
    client.on('data', (bytes) => {
      if (held && bytes.includes(held.text)) {
        held.seen()
        open = held.released
      }
      target.write(bytes)
    })
    target.on('data', (bytes) => void open.then(() => client.write(bytes)))
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => void open.then(() => other.destroy()))
    }
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://postgres@127.0.0.1:${port}${new URL(database).pathname}`,
    /** `asked` resolves when the query text is seen; its response waits for `release`. */
    hold(text: string) {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { text, seen: asked.resolve, released: released.promise }
      return {
        asked: asked.promise,
        release: () => {
          held = undefined
          released.resolve()
        },
      }
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
