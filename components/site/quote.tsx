import type { Testimonial } from '#lib/content/testimonials.ts'

const star = 'M10 0l2.9 6.6 7.1.7-5.4 4.8 1.6 7-6.2-3.7-6.2 3.7 1.6-7L0 7.3l7.1-.7z'

function FiveStars() {
  return (
    <svg viewBox="0 0 116 19.1" role="img" aria-label="Five stars" className="h-4 w-auto fill-accent">
      {[0, 1, 2, 3, 4].map((index) => (
        <path key={index} d={star} transform={`translate(${index * 24} 0)`} />
      ))}
    </svg>
  )
}

export function Quote({ text, name, role, large = false }: Testimonial & { large?: boolean }) {
  return (
    <figure>
      <FiveStars />
      <blockquote
        className={
          large
            ? 'mt-6 font-reading text-[clamp(1.625rem,1.2rem+1.9vw,2.875rem)] leading-[1.18] tracking-[-0.015em]'
            : 'mt-4 font-reading text-lead'
        }
      >
        <p className="hanging-quote">“{text}”</p>
      </blockquote>
      <figcaption className={large ? 'mt-8' : 'mt-5'}>
        <span className="block font-semibold">{name}</span>
        <span className="text-muted">{role}</span>
      </figcaption>
    </figure>
  )
}
