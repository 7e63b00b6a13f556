import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

export const hasEnded = ({ exitCode, signalCode }: Pick<ChildProcess, 'exitCode' | 'signalCode'>) =>
  exitCode !== null || signalCode !== null

async function statusOf(url: string): Promise<number | string> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.status,
    (error: Error) => `no response: ${error.cause ?? error}`,
  )
}

interface Waiting {
  isOver: () => boolean
  limitMs?: number
  pauseMs?: number
}

/** The last status: 200 unless the server has ended or the time is up. */
export async function waitForOk(
  url: string,
  { isOver, limitMs = 120_000, pauseMs = 50 }: Waiting,
): Promise<number | string> {
  const deadline = Date.now() + limitMs
  let status = await statusOf(url)
  while (status !== 200 && !isOver() && Date.now() < deadline) {
    await wait(pauseMs)
    status = await statusOf(url)
  }
  return status
}
