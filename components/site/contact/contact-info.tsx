import { site } from '#lib/site.ts'

const { street, city, region, postalCode } = site.address

export function ContactInfo() {
  return (
    <div className="contact-info">
      <section aria-labelledby="phone">
        <h2 id="phone" className="font-semibold">
          Phone
        </h2>
        <p>
          <a href={`tel:${site.phone.replace(/[^+\d]/g, '')}`} className="contact-link">
            {site.phone}
          </a>
        </p>
      </section>
      <section aria-labelledby="email-us">
        <h2 id="email-us" className="font-semibold">
          Email
        </h2>
        <p>
          <a href={`mailto:${site.email}`} className="contact-link">
            {site.email}
          </a>
        </p>
      </section>
      <section aria-labelledby="hours">
        <h2 id="hours" className="font-semibold">
          Business hours
        </h2>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-lead tabular-nums">
          {site.hours.map(({ days, time }) => (
            <div key={days} className="contents">
              <dt>{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </section>
      <address className="text-sm text-muted not-italic">
        {street}, {city}, {region} {postalCode}
      </address>
    </div>
  )
}
