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

const officeJsonLd = ({ address, hours }: PublicSettings) => ({
  '@type': 'LocalBusiness',
  address: postalAddress(address),
  openingHoursSpecification: openingHoursJsonLd(hours),
})

/** Included only on the page that shows the hours, because search engines compare it with the text. A local business needs an address. */
export const contactJsonLd = (settings: PublicSettings) => ({
  '@context': 'https://schema.org',
  ...(postalAddress(settings.address) ? officeJsonLd(settings) : { '@type': 'Organization' }),
  '@id': absoluteUrl('/contact#office'),
  name: settings.name,
  url: absoluteUrl('/contact'),
  image: absoluteUrl('/og/contact'),
  parentOrganization: { '@id': organizationId },
  email: settings.email,
  telephone: settings.phone || undefined,
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
