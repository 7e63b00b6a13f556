import type { ComponentProps } from 'react'
import { ContactForm } from '#components/contact/contact-form.tsx'
import { PageHero } from '#components/site/page-hero.tsx'
import { ContactInfo } from './contact-info.tsx'
import { Questions } from './questions.tsx'

/** The page with its form; the form may carry what a sending without script led to. */
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
