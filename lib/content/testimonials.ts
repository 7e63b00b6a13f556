import { sampleQuotes } from '#contract/sample-case-studies/quotes.ts'

export interface Testimonial {
  text: string
  name: string
  role: string
}

export const homeTestimonials: [Testimonial, Testimonial, Testimonial] = [
  sampleQuotes.ecommerceRedesign,
  sampleQuotes.healthcareMobileApp,
  sampleQuotes.saasDashboard,
]

export const serviceTestimonials: [Testimonial, Testimonial] = [
  {
    text: 'The audit was forty findings long, and the first three paid for all of it. They fixed those three before we had read the rest.',
    name: 'Declan Murray',
    role: 'Head of e-commerce, Penobscot Supply',
  },
  {
    text: 'Two of them joined our team for half a year. On the day they left, nothing broke and nobody had to ask where anything was.',
    name: 'Ifeoma Castellanos',
    role: 'Chief technology officer, Granite State Logistics',
  },
]
