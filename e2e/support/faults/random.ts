/** A seeded generator, so that a run can be repeated. */
export class Random {
  readonly seed: number
  #state: number

  constructor(seed: number) {
    this.seed = seed
    this.#state = seed
  }

  next(): number {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return this.#state / 4_294_967_296
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0]
  }
}
