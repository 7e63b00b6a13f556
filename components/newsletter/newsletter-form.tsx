'use client'

import { SiteEmail } from '#components/site/site-context.tsx'
import { recordConversion } from '#components/analytics/visit.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { usePublicForm, type FormResult } from '#components/ui/public-form.tsx'
import { MAX_EMAIL } from '#contract/limits.ts'
import { newsletterTexts } from '#lib/newsletter/texts.ts'

const loadSchema = async () => (await import('#contract/newsletter.ts')).newsletterSchema

interface NewsletterFormProps {
  email?: string | undefined
  errors?: Record<string, string> | undefined
  result?: FormResult | undefined
}

export function NewsletterForm({ email, errors: serverErrors, result }: NewsletterFormProps) {
  const { errors, sending, formProps, notice } = usePublicForm({
    action: '/api/newsletter',
    onSent: () => recordConversion('subscription'),
    loadSchema,
    texts: newsletterTexts,
    errors: serverErrors,
    result,
    advice: (
      <>
        You can also email <SiteEmail /> to subscribe.
      </>
    ),
  })

  return (
    <form aria-label="Newsletter" className="grid gap-4" {...formProps}>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <Field
          id="newsletter-email"
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={MAX_EMAIL}
          defaultValue={email}
          error={errors['email']}
        />
        <Button type="submit" aria-disabled={sending} className="sm:mt-7.5">
          Subscribe
        </Button>
      </div>
      {notice}
    </form>
  )
}
