import { NewsletterForm } from './newsletter-form.tsx'

export function NewsletterBox() {
  return (
    <section aria-labelledby="newsletter" className="bg-flag-blue text-on-blue no-print">
      <div className="frame grid gap-8 py-16 lg:grid-cols-2">
        <div>
          <h2 id="newsletter" className="text-head">
            One letter a month
          </h2>
          <p className="mt-3 max-w-measure font-reading">
            The newest articles and one thing we got wrong. No tracking, and you can leave whenever you like.
          </p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  )
}
