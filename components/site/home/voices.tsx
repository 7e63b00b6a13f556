import { Quote } from '#components/site/quote.tsx'
import { SectionHead } from '#components/site/section-head.tsx'
import { homeTestimonials } from '#lib/content/testimonials.ts'

export function Voices() {
  const [first, ...others] = homeTestimonials
  return (
    <section aria-labelledby="voices" className="frame section">
      <SectionHead id="voices" signal="C" title="What clients say" />
      <div className="mt-12 grid gap-x-8 gap-y-14 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <Quote {...first} loud />
        </div>
        <div className="grid content-start gap-12 lg:col-span-4 lg:col-start-9 lg:pt-24">
          {others.map((testimonial) => (
            <Quote key={testimonial.name} {...testimonial} />
          ))}
        </div>
      </div>
    </section>
  )
}
