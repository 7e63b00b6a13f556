import { absoluteUrl } from './metadata.ts'
import { site } from './site.ts'

export const organizationId = absoluteUrl('/#organization')

export const siteJsonLd = () => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': organizationId,
      name: site.name,
      url: absoluteUrl('/'),
      logo: absoluteUrl('/icon.svg'),
      description: site.description,
      foundingDate: String(site.foundedYear),
      email: site.email,
      telephone: site.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: site.address.street,
        addressLocality: site.address.city,
        addressRegion: site.address.region,
        postalCode: site.address.postalCode,
        addressCountry: site.address.country,
      },
    },
    {
      '@type': 'WebSite',
      '@id': absoluteUrl('/#website'),
      name: site.name,
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
