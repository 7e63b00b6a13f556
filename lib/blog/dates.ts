/** New England, where the agency is. */
export const agencyZone = 'America/New_York'

/** Long US form: March 5, 2024. */
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: agencyZone })

export const longDate = (iso: string) => long.format(new Date(iso))
