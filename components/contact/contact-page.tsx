import type { ComponentProps } from 'react'
import { PageHero, SectionHead } from '#components/site/headings.tsx'
import { faq } from '#lib/content/faq.ts'
import { site } from '#lib/site.ts'
import { ContactForm } from './contact-form.tsx'

export function ContactView(form: ComponentProps<typeof ContactForm>) {
  return (
    <>
      <PageHero signal="K" title="Tell us what you want built.">
        <p>
          Two paragraphs are enough: what you have, what you want, and when. A person who builds software
          reads it and answers within 24 hours.
        </p>
        <p className="text-base text-muted">
          The flag is K. Flown alone, it says “I wish to communicate with you.”
        </p>
      </PageHero>
      <div className="frame contact-columns">
        <section aria-labelledby="write">
          <h2 id="write" className="mb-8 text-head">
            Write to us
          </h2>
          <ContactForm {...form} />
        </section>
        <ContactInfo />
      </div>
      <Questions />
    </>
  )
}

const { street, city, region, postalCode } = site.address

function ContactInfo() {
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
