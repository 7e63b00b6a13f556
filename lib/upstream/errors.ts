export interface StoredVersion {
  version: number
  updatedAt?: string | undefined
  updatedBy?: string | null | undefined
}

/** The upstream answered, and its answer is no: a 4xx (or a 503/507 in words) with its own `error`. */
export class UpstreamRefusal extends Error {
  override name = 'UpstreamRefusal'
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: string | undefined
  /** What is stored instead of the version that a change started from. */
  readonly stored: StoredVersion | undefined

  constructor(
    status: number,
    message: string,
    details: { fields?: Record<string, string>; retryAfter?: string; stored?: StoredVersion } = {},
  ) {
    super(message)
    this.status = status
    this.fields = details.fields
    this.retryAfter = details.retryAfter
    this.stored = details.stored
  }
}

const faults = {
  unreachable: [502, 'The service behind this site cannot be reached.'],
  failed: [502, 'The service behind this site failed.'],
  garbage: [502, 'The service behind this site gave an answer that makes no sense.'],
  stalled: [504, 'The service behind this site did not answer in time.'],
} as const

/** The upstream failed us: it could not be reached, broke, stalled or answered garbage. */
export class UpstreamFault extends Error {
  override name = 'UpstreamFault'
  readonly kind: keyof typeof faults
  readonly status: 502 | 504

  constructor(kind: keyof typeof faults, options?: ErrorOptions) {
    super(faults[kind][1], options)
    this.kind = kind
    this.status = faults[kind][0]
  }
}
