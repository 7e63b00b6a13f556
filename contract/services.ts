export const coreServiceNames = [
  'Mobile App Development',
  'Web Development',
  'SEO & Digital Marketing',
  'Marketing Consultancy',
] as const

export const additionalServiceNames = [
  'Custom Software Development',
  'Database Design & Management',
  'Cybersecurity Solutions',
  'Performance Optimization',
  'Team Augmentation',
] as const

export const serviceNames = [...coreServiceNames, ...additionalServiceNames] as const
