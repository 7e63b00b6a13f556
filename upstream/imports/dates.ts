const written =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i

function toZone(zone = 'Z'): string {
  return /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
}

/** Times without a time zone are UTC. */
export function parseDate(value: unknown): number | null {
  if (value instanceof Date) return checked(value.getTime())
  if (typeof value !== 'string') return null
  const match = written.exec(value.trim())
  if (!match) return checked(Date.parse(value))
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone] = match
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}${toZone(zone)}`
  return checked(Date.parse(iso))
}

const checked = (time: number) => (Number.isFinite(time) && time >= 0 ? time : null)
