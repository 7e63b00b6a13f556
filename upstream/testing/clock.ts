import { jest } from '@jest/globals'

/** Sets the clock; timers keep running. */
export const setTime = (now: string | number) =>
  jest.useFakeTimers({
    now: new Date(now),
    doNotFake: [
      ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
      ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const),
    ],
  })
