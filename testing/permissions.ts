import type { Ability, Role } from '#contract/roles.ts'

/** `signed in` means any role. */
type Permission = 'everyone' | 'signed in' | Ability

/** The ability that each call requires; tests compare it with the routes of the upstream and with app/api. */
export const permissions: Record<string, Permission> = {
  'POST /api/auth/login': 'everyone',
  'POST /api/auth/logout': 'signed in',
  'GET /api/auth/profile': 'signed in',
  'PUT /api/auth/profile': 'signed in',
  'PUT /api/auth/preferences': 'signed in',
  'PUT /api/auth/password': 'signed in',
  'GET /api/auth/sessions': 'signed in',
  'DELETE /api/auth/sessions': 'signed in',
  'DELETE /api/auth/sessions/{id}': 'signed in',
  // Authorized by the token in the e-mail.
  'POST /api/auth/email': 'everyone',
  'GET /api/auth/forgot': 'everyone',
  'POST /api/auth/forgot': 'everyone',
  'GET /api/auth/reset': 'everyone',
  'POST /api/auth/reset': 'everyone',

  'GET /api/users': 'manageUsers',
  'GET /api/users/{id}': 'manageUsers',
  'PUT /api/users/{id}': 'manageUsers',
  'DELETE /api/users/{id}': 'manageUsers',
  'POST /api/users/{id}/reset-link': 'manageUsers',
  'GET /api/invitations': 'manageUsers',
  'POST /api/invitations': 'manageUsers',
  'DELETE /api/invitations/{id}': 'manageUsers',
  'GET /api/invitations/link': 'everyone',
  'POST /api/invitations/accept': 'everyone',

  // Drafts are listed for staff only; authors write their own posts only.
  'GET /api/blogs': 'everyone',
  'POST /api/blogs': 'writePosts',
  'GET /api/blogs/{id}': 'everyone',
  'PUT /api/blogs/{id}': 'writePosts',
  'DELETE /api/blogs/{id}': 'writePosts',
  'POST /api/blogs/{id}/archive': 'writePosts',
  'POST /api/blogs/{id}/restore': 'writePosts',
  'DELETE /api/trash': 'writePosts',
  'GET /api/blogs/{id}/related': 'everyone',
  'POST /api/blogs/{id}/views': 'everyone',
  // Authors see the revisions and unpublished changes of their own posts only.
  'GET /api/blogs/{id}/revisions': 'writePosts',
  'GET /api/blogs/{id}/revisions/{id}': 'writePosts',
  'PUT /api/blogs/{id}/revisions/{id}': 'writePosts',
  'POST /api/blogs/{id}/revisions/{id}/restore': 'writePosts',
  'GET /api/calendar': 'writePosts',
  'GET /api/blogs/{id}/working-copy': 'writePosts',
  'PUT /api/blogs/{id}/working-copy': 'writePosts',
  'DELETE /api/blogs/{id}/working-copy': 'writePosts',
  'POST /api/blogs/{id}/working-copy/publish': 'writePosts',
  // Authors open their own posts only.
  'POST /api/blogs/{id}/presence': 'writePosts',
  'DELETE /api/blogs/{id}/presence': 'writePosts',
  'POST /api/blogs/{id}/external-links': 'writePosts',
  'POST /api/post-checks/references': 'writePosts',
  // Authors share only their own posts. Anyone with the link can open, unlock and review it.
  'GET /api/blogs/{id}/previews': 'writePosts',
  'POST /api/blogs/{id}/previews': 'writePosts',
  'GET /api/case-studies/{id}/previews': 'editContent',
  'POST /api/case-studies/{id}/previews': 'editContent',
  'DELETE /api/previews/{id}': 'writePosts',
  'POST /api/previews/open': 'everyone',
  'POST /api/previews/unlock': 'everyone',
  'POST /api/previews/review': 'everyone',
  'GET /api/blogs/{id}/reviews': 'writePosts',
  'GET /api/case-studies/{id}/reviews': 'editContent',
  // Authors read and write notes on their own posts only; guests with the link of a preview on what it shows.
  'GET /api/blogs/{id}/notes': 'writePosts',
  'POST /api/blogs/{id}/notes': 'writePosts',
  'POST /api/notes/{id}/replies': 'writePosts',
  'PUT /api/notes/{id}': 'writePosts',
  'DELETE /api/notes/{id}': 'writePosts',
  'POST /api/previews/notes/list': 'everyone',
  'POST /api/previews/notes': 'everyone',
  // The details of tags are for staff only.
  'GET /api/tags': 'everyone',
  'GET /api/tags/duplicates': 'editContent',
  'PUT /api/tags/duplicates': 'editContent',
  'POST /api/tags/merge': 'editContent',
  'PUT /api/tags/{id}': 'editContent',
  'DELETE /api/tags/{id}': 'editContent',
  'GET /api/categories': 'everyone',
  'POST /api/categories': 'editContent',
  'PUT /api/categories/order': 'editContent',
  'PUT /api/categories/{id}': 'editContent',
  'DELETE /api/categories/{id}': 'editContent',
  'GET /api/redirects': 'editContent',
  'POST /api/redirects': 'editContent',
  'PUT /api/redirects/{id}': 'editContent',
  'DELETE /api/redirects/{id}': 'editContent',
  'POST /api/redirects/import': 'editContent',
  'GET /api/redirects/automatic': 'editContent',
  'GET /api/redirects/missing': 'editContent',
  'GET /api/redirects/broken': 'editContent',
  // For the servers of the site.
  'GET /api/redirects/map': 'everyone',
  'POST /api/redirects/hits': 'everyone',
  'GET /api/authors': 'everyone',
  'GET /api/authors/{id}': 'everyone',

  // Authors change and delete their own uploads only.
  'GET /api/media': 'writePosts',
  'POST /api/media': 'writePosts',
  'PUT /api/media/{id}': 'writePosts',
  'PUT /api/media/{id}/file': 'writePosts',
  'DELETE /api/media/{id}': 'writePosts',
  'GET /api/media/{id}/uses': 'writePosts',
  'GET /api/media/{id}': 'everyone',

  'POST /api/contact': 'everyone',
  'GET /api/messages': 'readMessages',
  'GET /api/messages/{id}': 'readMessages',
  'PUT /api/messages/{id}': 'readMessages',
  'DELETE /api/messages/{id}': 'readMessages',

  // Drafts are for owners and editors only.
  'GET /api/case-studies': 'everyone',
  'POST /api/case-studies': 'editContent',
  'PUT /api/case-studies/order': 'editContent',
  'GET /api/case-studies/{id}': 'everyone',
  'PUT /api/case-studies/{id}': 'editContent',
  'DELETE /api/case-studies/{id}': 'editContent',

  // Visitors and other roles get the public settings only.
  'GET /api/settings': 'everyone',
  'PUT /api/settings': 'manageSettings',
  'GET /api/settings/email': 'manageSettings',
  'POST /api/settings/email-test': 'manageSettings',

  'GET /api/system': 'manageSettings',
  'POST /api/system/backup': 'manageSettings',
  'GET /api/system/emails': 'manageSettings',
  'POST /api/system/emails/{id}/retry': 'manageSettings',

  'GET /api/export': 'editContent',
  'POST /api/export': 'editContent',
  'GET /api/imports': 'manageSettings',
  'POST /api/imports': 'manageSettings',
  'GET /api/imports/{id}': 'manageSettings',
  'POST /api/imports/{id}/parts': 'manageSettings',
  'POST /api/imports/{id}/check': 'manageSettings',
  'POST /api/imports/{id}/run': 'manageSettings',
  'POST /api/imports/{id}/retry': 'manageSettings',
  'DELETE /api/imports/{id}': 'manageSettings',

  'GET /api/analytics': 'readFigures',
  'POST /api/analytics/events': 'everyone',

  'GET /api/subscribers': 'readMessages',
  'DELETE /api/subscribers/{id}': 'readMessages',
  'POST /api/subscribers/import': 'readMessages',
  'POST /api/newsletter': 'everyone',
  'GET /api/newsletter/links': 'everyone',
  'POST /api/newsletter/confirm': 'everyone',
  'POST /api/newsletter/unsubscribe': 'everyone',

  // Figures that a role may not read are left out.
  'GET /api/activity': 'readActivity',
  'GET /api/notifications': 'signed in',
  'PUT /api/notifications': 'signed in',
  'GET /api/notifications/preferences': 'signed in',
  'PUT /api/notifications/preferences': 'signed in',
  'GET /api/stats': 'signed in',
  'GET /api/changes': 'everyone',
  'GET /api/health': 'everyone',
  'GET /api/ready': 'everyone',
}

export const sitePermissions: Record<string, Permission> = {
  'POST /api/preview': 'writePosts',
  // Requires METRICS_TOKEN; a 404 without one.
  'GET /api/metrics': 'everyone',
  'GET /api/newsletter/unsubscribe': 'everyone',
  'GET /api/auth/{id}': 'everyone',
  'POST /api/auth/{id}': 'everyone',
  'GET /api/{id}': 'everyone',
  'POST /api/{id}': 'everyone',
  'PUT /api/{id}': 'everyone',
  'PATCH /api/{id}': 'everyone',
  'DELETE /api/{id}': 'everyone',
}

/** Upstream calls that the site makes but does not expose. */
export const upstreamOnly = [
  'GET /api/newsletter/links',
  'GET /api/redirects/map',
  'POST /api/redirects/hits',
  'POST /api/previews/open',
  'POST /api/previews/notes/list',
]

export const callers: readonly (Role | 'nobody')[] = ['nobody', 'author', 'editor', 'owner']

/** Normalizes route parameters: `:ref`, `[ref]` and `[...path]` become `{id}`. */
export const toCall = (method: string, path: string) =>
  `${method} ${path.replace(/:\w+|\[[^\]]+\]/g, '{id}').replace(/\/$/, '')}`
