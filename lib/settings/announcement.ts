import { addDays, startOfDay } from '#contract/calendar.ts'
import type { PublicSettings } from '#contract/settings.ts'

export interface Announcement {
  text: string
  link: string
  endsAt: number | null
}

/** Null when there is none, or when its last day in the site's time zone is over. */
export function currentAnnouncement({
  announcement: { text, link, endsOn },
}: Pick<PublicSettings, 'announcement'>): Announcement | null {
  const endsAt = endsOn === '' ? null : startOfDay(addDays(endsOn, 1))
  return text === '' || (endsAt !== null && Date.now() >= endsAt) ? null : { text, link, endsAt }
}
