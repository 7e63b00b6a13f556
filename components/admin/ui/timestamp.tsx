import { formatDateTime, formatShortDate } from '#lib/blog/dates.ts'

export function Timestamp({ value, short = false }: { value: string; short?: boolean }) {
  const full = formatDateTime(value)
  return (
    <time dateTime={value} title={short ? full : undefined}>
      {short ? formatShortDate(value) : full}
    </time>
  )
}
