export const site = {
  name: 'Halyard',
  tagline: 'We build the software your customers notice.',
  description:
    'Halyard is a software agency for app development, web development, SEO and marketing consultancy.',
  locale: 'en_US',
  language: 'en',
  foundedYear: 2019,
  phone: '+1 (207) 555-0142',
  email: 'hello@halyard.example',
  address: { street: '214 Wharf Street', city: 'Portland', region: 'ME', postalCode: '04101', country: 'US' },
  hours: [
    { days: 'Mon-Fri', time: '9:00 AM-6:00 PM', schema: 'Mo-Fr 09:00-18:00' },
    { days: 'Sat', time: '10:00 AM-4:00 PM', schema: 'Sa 10:00-16:00' },
    { days: 'Sun', time: 'closed', schema: null },
  ],
  social: [
    { name: 'Facebook', href: 'https://www.facebook.com/' },
    { name: 'Twitter', href: 'https://x.com/' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { name: 'GitHub', href: 'https://github.com/' },
  ],
} as const

export const staffTitle = (name: string) => `${name} | ${site.name} staff`
