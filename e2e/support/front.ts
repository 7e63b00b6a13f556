import { expect } from '@playwright/test'
import { startServer, type ServerOptions, type ServerProcess } from './server-process.ts'

export interface Front extends ServerProcess {
  /** Lines of its log that the tests expect; any other line fails them. */
  allowedLog: RegExp[]
}

export async function startFront(options: Omit<ServerOptions, 'entry' | 'portVariable'>): Promise<Front> {
  const server = await startServer({ entry: '.next/site/start.mjs', portVariable: 'PORT', ...options })
  const allowedLog: RegExp[] = []
  const stop = async () => {
    // Skips the second in which a site that stops still accepts requests.
    await server.stop('SIGINT')
    const isExpected = (line: string) => allowedLog.some((pattern) => pattern.test(line))
    const lines = server.log().split('\n').slice(0, -1)
    expect(
      lines.filter((line) => !isExpected(line)),
      'errors in the log of the server',
    ).toEqual([])
  }
  return { ...server, allowedLog, stop }
}
