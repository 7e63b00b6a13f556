'use client'

import { SiteEmail } from '#components/site/site-context.tsx'
import { recordConversion } from '#components/analytics/visit.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { usePublicForm, type FormResult } from '#components/ui/public-form.tsx'
import { contactTexts } from '#contract/contact-texts.ts'
import { MAX_EMAIL } from '#contract/limits.ts'

const loadSchema = async () => (await import('#contract/contact.ts')).contactSchema

/** Browsers cut off pasted text without a word; above the limit of 5000, it is at least rejected. */
const MAX_TYPED = 5200

interface ContactFormProps {
  values?: Record<string, string> | undefined
  errors?: Record<string, string> | undefined
  result?: FormResult | undefined
}

export function ContactForm({ values = {}, errors: serverErrors, result }: ContactFormProps) {
  const { errors, sending, formProps, notice } = usePublicForm({
    action: '/api/contact',
    onSent: () => recordConversion('message'),
    loadSchema,
    texts: contactTexts,
    errors: serverErrors,
    result,
    advice: (
      <>
        You can also email <SiteEmail />.
      </>
    ),
  })
  const control = (name: 'name' | 'email' | 'subject' | 'message') => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    required: true,
  })

  return (
    <form noValidate aria-label="Contact" className="grid gap-6" {...formProps}>
      <Field label="Full Name" autoComplete="name" maxLength={100} {...control('name')} />
      <Field
        label="Email Address"
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL}
        {...control('email')}
      />
      <Field label="Subject" maxLength={200} {...control('subject')} />
      <Field label="Message" multiline rows={7} maxLength={MAX_TYPED} {...control('message')} />
      {/* A honeypot against bots. */}
      <div className="absolute -left-[200vw]" aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <Button type="submit" aria-disabled={sending}>
          {sending ? 'Sending…' : 'Send Message'}
        </Button>
      </div>
      {notice}
    </form>
  )
}
