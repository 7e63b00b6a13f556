export const calls = {
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout' },
  getProfile: { method: 'GET', path: '/auth/profile' },
  listPosts: { method: 'GET', path: '/blogs' },
  getPost: { method: 'GET', path: '/blogs/{ref}' },
  listRelatedPosts: { method: 'GET', path: '/blogs/{ref}/related' },
  createPost: { method: 'POST', path: '/blogs' },
  updatePost: { method: 'PUT', path: '/blogs/{ref}' },
  deletePost: { method: 'DELETE', path: '/blogs/{ref}' },
  countView: { method: 'POST', path: '/blogs/{ref}/views' },
  listTags: { method: 'GET', path: '/tags' },
  listAuthors: { method: 'GET', path: '/authors' },
  listChanges: { method: 'GET', path: '/changes' },
  getStats: { method: 'GET', path: '/stats' },
  sendContact: { method: 'POST', path: '/contact' },
  listMessages: { method: 'GET', path: '/messages' },
  getMessage: { method: 'GET', path: '/messages/{ref}' },
  updateMessage: { method: 'PUT', path: '/messages/{ref}' },
  deleteMessage: { method: 'DELETE', path: '/messages/{ref}' },
  subscribe: { method: 'POST', path: '/newsletter' },
  getNewsletterLink: { method: 'GET', path: '/newsletter/links' },
  confirmSubscription: { method: 'POST', path: '/newsletter/confirm' },
  unsubscribe: { method: 'POST', path: '/newsletter/unsubscribe' },
  getMedia: { method: 'GET', path: '/media/{ref}' },
  createMedia: { method: 'POST', path: '/media' },
  getReadiness: { method: 'GET', path: '/ready' },
} as const

export type CallName = keyof typeof calls

/** The site handles these without an upstream call of the same path. */
const siteOnly = [
  '/auth/csrf',
  '/auth/session',
  '/auth/signout',
  '/auth/callback/credentials',
  '/health',
  '/metrics',
  '/preview',
]

export const apiPaths = [...new Set([...Object.values(calls).map(({ path }) => path), ...siteOnly])].map(
  (path) => `/api${path}`,
)
