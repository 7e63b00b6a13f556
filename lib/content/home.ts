export const stats = [
  { figure: '50+', label: 'projects completed' },
  { figure: '98%', label: 'client satisfaction' },
  { figure: '5+', label: 'years experience' },
  { figure: '24/7', label: 'support' },
] as const
