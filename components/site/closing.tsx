import { ButtonLink } from '#components/ui/button.tsx'

interface CallToAction {
  title: string
  text: string
  href: string
  label: string
}

/** Drawn as flag K: yellow on the left (hoist), blue on the right (fly). */
export function Closing({ hoist, fly }: { hoist: CallToAction; fly: CallToAction }) {
  return (
    <section aria-label="What next" className="closing below-fold [--height:47rem] lg:[--height:36rem]">
      <div className="closing-hoist">
        <h2 className="text-title">{hoist.title}</h2>
        <p className="mt-5 max-w-[19.7em] font-reading text-lead">{hoist.text}</p>
        <ButtonLink href={hoist.href} className="mt-8">
          {hoist.label}
        </ButtonLink>
      </div>
      <div className="closing-fly">
        <h2 className="text-head">{fly.title}</h2>
        <p className="mt-4 max-w-[19.7em] font-reading">{fly.text}</p>
        <ButtonLink href={fly.href} variant="onField" className="mt-7">
          {fly.label}
        </ButtonLink>
        <p className="mt-auto max-w-[22.25em] pt-10 text-sm">
          This page ends as flag K of the International Code of Signals: “I wish to communicate with you.”
        </p>
      </div>
    </section>
  )
}
