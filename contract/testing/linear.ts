import { expect } from '@jest/globals'

const PIECES = 64

/** Expects that the time for repetitive text grows with its length only. */
export function expectLinear(work: (text: string) => void, part: string) {
  const piece = part.repeat(Math.floor(500_000 / PIECES / part.length))
  const cpuOf = (text: string, times: number) => {
    const before = process.threadCpuUsage()
    for (let time = 0; time < times; time += 1) work(text)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  let [whole, apart] = [0, 0]
  // Repeats the work until it is measurable on systems whose clock ticks every few milliseconds.
  while (apart < 100_000) {
    apart += cpuOf(piece, PIECES)
    whole += cpuOf(piece.repeat(PIECES), 1)
  }
  // With quadratic time the whole would take 64 times as long as its pieces.
  expect(whole / apart).toBeLessThan(8)
}
