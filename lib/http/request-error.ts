/** What is wrong with a request, said to whoever sent it. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
