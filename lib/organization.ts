import { absoluteUrl } from './metadata.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { openingHoursJsonLd } from './settings/hours.ts'
import { site } from './site.ts'

export const organizationId = absoluteUrl('/#organization')

export const publisherJsonLd = (name: string) => ({
  '@type': 'Organization',
  '@id': organizationId,
  name,
  url: absoluteUrl('/'),
})

function postalAddress({ street, city, region, postalCode, country }: PublicSettings['address']) {
  if (!street && !city && !region && !postalCode && !country) return undefined
  return {
    '@type': 'PostalAddress',
    streetAddress: street || undefined,
    addressLocality: city || undefined,
    addressRegion: region || undefined,
    postalCode: postalCode || undefined,
    addressCountry: country || undefined,
  }
}

/** Included only on the page that shows the hours, because search engines compare it with the text. */
export const contactJsonLd = ({ name, phone, email, address, hours }: PublicSettings) => ({
  '@context': 'https://schema.org',
  '@type': 'LocalBusiness',
  '@id': absoluteUrl('/contact#office'),
  name,
  url: absoluteUrl('/contact'),
  image: absoluteUrl('/og/contact'),
  parentOrganization: { '@id': organizationId },
  email,
  telephone: phone || undefined,
  address: postalAddress(address),
  openingHoursSpecification: openingHoursJsonLd(hours),
})

const profilesOf = (social: PublicSettings['social']) => {
  const profiles = social.map(({ url }) => url).filter((url) => url && new URL(url).pathname !== '/')
  return profiles.length > 0 ? profiles : undefined
}

export const siteJsonLd = ({ name, description, email, phone, address, social }: PublicSettings) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': organizationId,
      name,
      url: absoluteUrl('/'),
      logo: absoluteUrl('/icon.svg'),
      description,
      foundingDate: String(site.foundedYear),
      email,
      telephone: phone || undefined,
      address: postalAddress(address),
      sameAs: profilesOf(social),
    },
    {
      '@type': 'WebSite',
      '@id': absoluteUrl('/#website'),
      name,
      url: absoluteUrl('/'),
      inLanguage: site.language,
      publisher: { '@id': organizationId },
    },
  ],
})

export const breadcrumbJsonLd = (steps: { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absoluteUrl(path),
  })),
})
