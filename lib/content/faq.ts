export const faq = [
  {
    question: 'How long does a project take?',
    answer:
      'A company site takes six to ten weeks, an app or a shop three to six months. After Discovery & Planning, which takes one or two weeks, you have a date and we hold it. If something has to give, we cut scope with you and keep the date.',
  },
  {
    question: 'Do you offer ongoing support?',
    answer:
      'Yes. Every launch includes a month of close watch. After that you can have support by the month: updates, monitoring, a number that is answered at any hour, and a fixed share of time for improvements. You can end it with a month’s notice.',
  },
  {
    question: 'What does your development process look like?',
    answer:
      'Four steps: discovery, design, development, launch. During development you try something new every second Friday at a real address. You see the same board, the same repository and the same hours that we see.',
  },
  {
    question: 'Can you work with our existing team?',
    answer:
      'Yes. One or two of us can join your team, or we take one part and agree on its boundaries. We use your tools and your conventions, review each other’s code, and plan the handover from the first week.',
  },
]
