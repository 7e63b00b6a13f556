import type { PublicSettings } from '#contract/settings.ts'

/** In one line without the country: 214 Wharf Street, Portland, ME 04101. */
export const formatAddress = ({ street, city, region, postalCode }: PublicSettings['address']) =>
  [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
