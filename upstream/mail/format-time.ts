import { siteFormat } from '#contract/calendar.ts'

/** In the time zone of the site, which the text names. */
export const formatTime = siteFormat('en-US', {
  ...({ year: 'numeric', month: 'long', day: 'numeric' } as const),
  ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
})
