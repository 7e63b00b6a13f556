import { jest } from '@jest/globals'

const running = [
  ...(['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const),
  ...(['nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const),
]

/** Sets the clock; timers keep running. */
export const setTime = (now: string | number) =>
  jest.useFakeTimers({ now: new Date(now), doNotFake: [...running, 'setInterval', 'clearInterval'] })

/** Stops polls and jobs, which begin a minute after the start: on a loaded machine in the middle of a test. */
export const stopIntervals = () => jest.useFakeTimers({ doNotFake: [...running, 'Date'] })
