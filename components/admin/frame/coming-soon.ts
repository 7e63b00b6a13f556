/** Where the upstream keeps its messages to itself. */
export const messagesToCome = {
  name: 'Messages',
  promise: 'What visitors wrote through the contact form, to read and answer.',
}

/** The sections of specification 2 without a screen of their own yet, and what will be there. */
export const comingSoon: Record<string, { name: string; promise: string }> = {
  'case-studies': {
    name: 'Case Studies',
    promise: 'The work we show on the home page, to edit and put in order.',
  },
  'case-studies/new': {
    name: 'New Case Study',
    promise: 'A form for the story of a project and its figure.',
  },
  'blogs/categories': { name: 'Categories', promise: 'Groups of posts, to name and to put in order.' },
  'blogs/tags': { name: 'Tags', promise: 'All tags with their posts, to rename, merge and delete.' },
  users: { name: 'Users', promise: 'Who may sign in here, to invite and to remove.' },
  analytics: { name: 'Analytics', promise: 'Views by post, by day and by where readers came from.' },
  settings: { name: 'Settings', promise: 'What the site says about itself, and how it sends e-mail.' },
  profile: { name: 'Your Profile', promise: 'Your name, your biography under articles and your password.' },
  notifications: {
    name: 'Notifications',
    promise: 'What happened since you last looked, and what you want to hear of.',
  },
  activity: { name: 'Activity', promise: 'Every change to posts, with who made it and when.' },
}
