import type { ReactNode } from 'react'
import { Static } from '#components/site/static.tsx'
import type { PublicSettings } from '#contract/settings.ts'

export type NewsletterTexts = Pick<PublicSettings['newsletter'], 'heading' | 'text'>

export function NewsletterBox({ heading, text, children }: NewsletterTexts & { children: ReactNode }) {
  return (
    <section
      aria-labelledby="newsletter"
      className="below-fold bg-flag-blue text-on-blue no-print [--height:25rem] md:[--height:20rem] lg:[--height:14rem]"
    >
      <div className="frame grid gap-8 py-16 lg:grid-cols-2">
        <Static>
          <div>
            <h2 id="newsletter" className="text-head">
              {heading}
            </h2>
            <p className="mt-3 max-w-measure font-reading">{text}</p>
          </div>
        </Static>
        {children}
      </div>
    </section>
  )
}
