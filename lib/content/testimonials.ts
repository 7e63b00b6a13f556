export interface Testimonial {
  quote: string
  name: string
  role: string
}

export const homeTestimonials: [Testimonial, Testimonial, Testimonial] = [
  {
    quote:
      'They told us in week one which half of our feature list to throw away. The other half shipped on the date they named.',
    name: 'Rosalind Achterberg',
    role: 'Operations director, Northline Outfitters',
  },
  {
    quote: 'Our nurses stopped calling the help desk. I do not know how to say it better than that.',
    name: 'Samuel Oyelaran',
    role: 'Chief medical officer, Casco Health',
  },
  {
    quote:
      'I read their code after the handover. It was the first time a supplier’s repository made me calmer.',
    name: 'Hanna Brandvold',
    role: 'Engineering manager, Tidewater Analytics',
  },
]

export const serviceTestimonials: [Testimonial, Testimonial] = [
  {
    quote:
      'The audit was forty findings long, and the first three paid for all of it. They fixed those three before we had read the rest.',
    name: 'Declan Murray',
    role: 'Head of e-commerce, Penobscot Supply',
  },
  {
    quote:
      'Two of them joined our team for half a year. On the day they left, nothing broke and nobody had to ask where anything was.',
    name: 'Ifeoma Castellanos',
    role: 'Chief technology officer, Granite State Logistics',
  },
]
