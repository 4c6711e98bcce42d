/**
 * Work that takes real time and is no call, such as encoding an image, one after the other. Simulated
 * time waits for it; otherwise it would go on by as much as the machine is slow.
 */
export class OutsideWork {
  #last: Promise<void> = Promise.resolve()
  #count = 0

  get isRunning(): boolean {
    return this.#count > 0
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1
    const result = this.#last.then(work)
    const end = () => {
      this.#count -= 1
    }
    this.#last = result.then(end, end)
    return result
  }

  ended = (): Promise<void> => this.#last
}
