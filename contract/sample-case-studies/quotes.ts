/** Home shows them too. */
export const sampleQuotes = {
  ecommerceRedesign: {
    text: 'They told us in week one which half of our feature list to throw away. The other half shipped on the date they named.',
    name: 'Rosalind Achterberg',
    role: 'Operations director, Northline Outfitters',
  },
  healthcareMobileApp: {
    text: 'Our nurses stopped calling the help desk. I do not know how to say it better than that.',
    name: 'Samuel Oyelaran',
    role: 'Chief medical officer, Casco Health',
  },
  saasDashboard: {
    text: 'I read their code after the handover. It was the first time a supplier’s repository made me calmer.',
    name: 'Hanna Brandvold',
    role: 'Engineering manager, Tidewater Analytics',
  },
}
