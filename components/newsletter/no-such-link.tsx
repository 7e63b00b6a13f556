import { ButtonLink } from '#components/ui/button.tsx'
import { newsletterTexts } from '#lib/newsletter/texts.ts'

/** For a link of an e-mail that is too old, was used up or never was one. */
export function NoSuchLink() {
  return (
    <section className="frame max-w-measure py-24">
      <h1 className="text-title">{newsletterTexts.gone}</h1>
      <p className="my-8 font-reading text-lead">
        A link to subscribe is valid for seven days; one to unsubscribe until you have left. If you still want
        the newsletter, enter your address once more.
      </p>
      <ButtonLink href="/newsletter">To the newsletter</ButtonLink>
    </section>
  )
}
