import { describe, expect, it } from '@jest/globals'
import { inTurn } from './in-turn.ts'

describe('work in turn', () => {
  it('never runs more at once than it may, whether the work succeeds or fails', async () => {
    const run = inTurn(3)
    let running = 0
    let most = 0
    const work = (number: number) => async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running -= 1
      if (number % 2) throw new Error('failed')
      return number
    }
    const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => run(work(number))))
    expect(most).toBe(3)
    expect(settled.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, number) => (number % 2 ? 'rejected' : 'fulfilled')),
    )
    expect(await run(async () => 'still taken')).toBe('still taken')
  })
})
