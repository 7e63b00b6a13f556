export { defaultSettings } from '#contract/default-settings.ts'

/** Constants that are not settings of the staff area; contract/default-settings.ts has the defaults of those. */
export const site = {
  locale: 'en_US',
  language: 'en',
  foundedYear: 2019,
} as const

export const staffTitle = (page: string, brand: string) => `${page} | ${brand} staff`
