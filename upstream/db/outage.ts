import { Fault } from '../faults.ts'

/** Why a database cannot do what is asked of it, through no fault of the asking. */
export type Outage = 'full' | 'read-only' | 'busy' | 'away'

const soon = { headers: { 'retry-after': '5' } }

const faults: Record<Outage, () => Fault> = {
  full: () => new Fault('storage_full', 'Nothing can be stored at the moment: the disk is full.'),
  'read-only': () =>
    new Fault('unavailable', 'Nothing can be stored at the moment: the database is read-only.'),
  busy: () => new Fault('unavailable', 'The database is busy. Please try again in a moment.', soon),
  away: () => new Fault('unavailable', 'The database cannot be reached. Please try again in a moment.', soon),
}

export const outageFault = (outage: Outage): Fault => faults[outage]()

/** The code of a database's, its client's or the system's error; what has none is known by its message. */
export function sayingOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const said = 'code' in error && error.code ? error.code : 'message' in error ? error.message : ''
  return String(said)
}
