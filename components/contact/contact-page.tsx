import type { ComponentProps } from 'react'
import { PageHero, SectionHead } from '#components/site/headings.tsx'
import { Static } from '#components/site/static.tsx'
import { faq } from '#lib/content/faq.ts'
import type { PublicSettings } from '#contract/settings.ts'
import { formatHours } from '#lib/settings/hours.ts'
import { ContactForm } from './contact-form.tsx'

/** In one line without the country: 214 Wharf Street, Portland, ME 04101. */
const formatAddress = ({ street, city, region, postalCode }: PublicSettings['address']) =>
  [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')

interface ContactViewProps {
  settings: PublicSettings
  form: ComponentProps<typeof ContactForm>
  outcome: string
}

export function ContactView({ settings, form, outcome }: ContactViewProps) {
  return (
    <>
      <Static>
        <PageHero signal="K" title="Tell us what you want built.">
          <p>
            Two paragraphs are enough: what you have, what you want, and when. A person who builds software
            reads it and answers within 24 hours.
          </p>
          <p className="text-base text-muted">
            The flag is K. Flown alone, it says “I wish to communicate with you.”
          </p>
        </PageHero>
      </Static>
      <div className="frame contact-columns">
        <section aria-labelledby="write" className="no-print">
          <h2 id="write" className="mb-8 text-head">
            Write to us
          </h2>
          <ContactForm key={outcome} {...form} />
        </section>
        <Static>
          <ContactInfo {...settings} />
        </Static>
      </div>
      <Static>
        <Questions />
      </Static>
    </>
  )
}

/** Without the "(0)" that callers from other countries leave out. */
const toPhoneUrl = (phone: string) => `tel:${phone.replace(/^(\+.*)\(0\)/, '$1').replace(/[^+\d]/g, '')}`

function ContactInfo({ phone, email, hours, address }: PublicSettings) {
  const place = formatAddress(address)
  return (
    <div className="contact-info">
      {phone && (
        <section aria-labelledby="phone">
          <h2 id="phone" className="font-semibold">
            Phone
          </h2>
          <p>
            <a href={toPhoneUrl(phone)} className="contact-link">
              {phone}
            </a>
          </p>
        </section>
      )}
      <section aria-labelledby="email-us">
        <h2 id="email-us" className="font-semibold">
          Email
        </h2>
        <p>
          <a href={`mailto:${email}`} className="contact-link">
            {email}
          </a>
        </p>
      </section>
      <section aria-labelledby="hours">
        <h2 id="hours" className="font-semibold">
          Business hours
        </h2>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-lead tabular-nums">
          {formatHours(hours).map(({ days, time }) => (
            <div key={days} className="contents">
              <dt>{days}</dt>
              <dd>{time}</dd>
            </div>
          ))}
        </dl>
      </section>
      {place && <address className="text-sm text-muted not-italic">{place}</address>}
    </div>
  )
}

function Questions() {
  return (
    <section aria-labelledby="questions" className="frame section lg:grid lg:grid-cols-12 lg:gap-8">
      <SectionHead id="questions" signal="Q" title="Common questions" className="lg:col-span-4" />
      <div className="mt-10 border-b-2 border-ink lg:col-span-8 lg:mt-0">
        {faq.map(({ question, answer }) => (
          <details key={question} name="questions" className="question">
            <summary>{question}</summary>
            <p className="max-w-measure pb-8 font-reading text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
