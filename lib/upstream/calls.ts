/** Every call there is (specification 7 and ours beside it). What is not listed here cannot reach the upstream. */
export const calls = {
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout' },
  profile: { method: 'GET', path: '/auth/profile' },
  listPosts: { method: 'GET', path: '/blogs' },
  getPost: { method: 'GET', path: '/blogs/{ref}' },
  relatedPosts: { method: 'GET', path: '/blogs/{ref}/related' },
  createPost: { method: 'POST', path: '/blogs' },
  updatePost: { method: 'PUT', path: '/blogs/{ref}' },
  deletePost: { method: 'DELETE', path: '/blogs/{ref}' },
  countView: { method: 'POST', path: '/blogs/{ref}/views' },
  listTags: { method: 'GET', path: '/tags' },
  listAuthors: { method: 'GET', path: '/authors' },
  stats: { method: 'GET', path: '/stats' },
  sendContact: { method: 'POST', path: '/contact' },
  listMessages: { method: 'GET', path: '/messages' },
  changeMessage: { method: 'PUT', path: '/messages/{ref}' },
  deleteMessage: { method: 'DELETE', path: '/messages/{ref}' },
  subscribe: { method: 'POST', path: '/newsletter' },
  readNewsletterLink: { method: 'GET', path: '/newsletter/links' },
  confirmSubscription: { method: 'POST', path: '/newsletter/confirm' },
  unsubscribe: { method: 'POST', path: '/newsletter/unsubscribe' },
  getMedia: { method: 'GET', path: '/media/{ref}' },
  addMedia: { method: 'POST', path: '/media' },
  ready: { method: 'GET', path: '/ready' },
} as const

export type CallName = keyof typeof calls
