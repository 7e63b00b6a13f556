import { setImmediate } from 'node:timers/promises'

/** Runs one write at a time, while the caller prepares the next. */
export class WriteBehind {
  #last: Promise<unknown> = Promise.resolve()

  async start(write: () => Promise<unknown>): Promise<void> {
    await this.#last
    this.#last = write()
    // The next call or `end` throws the error.
    this.#last.catch(() => {})
    // Sends the statement before the caller continues.
    await setImmediate()
  }

  async end(): Promise<void> {
    await this.#last
  }
}
