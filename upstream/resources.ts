import { Hono } from 'hono'
import { accounts } from './accounts/routes.ts'
import { passwords } from './accounts/password-routes.ts'
import { profile } from './accounts/profile-routes.ts'
import { authors } from './authors/routes.ts'
import { users } from './users/routes.ts'
import { invitations } from './invitations/routes.ts'
import { posts } from './posts/routes.ts'
import { removedPosts } from './posts/trash-routes.ts'
import { revisions } from './revisions/routes.ts'
import { calendar } from './schedule/routes.ts'
import { workingCopies } from './working-copies/routes.ts'
import { presence } from './presence/routes.ts'
import { postChecks } from './post-checks/routes.ts'
import { tags } from './tags/routes.ts'
import { categories } from './categories/routes.ts'
import { media } from './media/routes.ts'
import { caseStudies } from './case-studies/routes.ts'
import { contact } from './contact/routes.ts'
import { messages } from './messages/routes.ts'
import { newsletter } from './newsletter/routes.ts'
import { staffSubscribers } from './newsletter/staff-routes.ts'
import { settings } from './settings/routes.ts'
import { emailSettings } from './settings/email-routes.ts'
import { system } from './system/routes.ts'
import { stats } from './stats/stats.ts'
import { activity } from './activity/routes.ts'
import { notifications } from './notifications/routes.ts'
import { redirects } from './redirects/routes.ts'
import { analytics } from './analytics/routes.ts'
import { previews } from './previews/routes.ts'
import { reviews } from './reviews/routes.ts'
import { notes } from './notes/routes.ts'
import { guestNotes } from './notes/guest-routes.ts'
import { externalLinks } from './external-links/routes.ts'
import { exports } from './exports/routes.ts'
import { imports } from './imports/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { health } from './health/routes.ts'
import type { AppEnv } from './http/env.ts'

export const resources = new Hono<AppEnv>()
  .route('/auth', accounts)
  .route('/auth', passwords)
  .route('/auth', profile)
  .route('/users', users)
  .route('/invitations', invitations)
  .route('/', posts)
  .route('/', removedPosts)
  .route('/', revisions)
  .route('/', workingCopies)
  .route('/', presence)
  .route('/', externalLinks)
  .route('/post-checks', postChecks)
  .route('/authors', authors)
  .route('/calendar', calendar)
  .route('/tags', tags)
  .route('/categories', categories)
  .route('/media', media)
  .route('/case-studies', caseStudies)
  .route('/contact', contact)
  .route('/messages', messages)
  .route('/newsletter', newsletter)
  .route('/subscribers', staffSubscribers)
  .route('/settings', settings)
  .route('/settings', emailSettings)
  .route('/system', system)
  .route('/stats', stats)
  .route('/activity', activity)
  .route('/notifications', notifications)
  .route('/redirects', redirects)
  .route('/analytics', analytics)
  .route('/', previews)
  .route('/', reviews)
  .route('/', notes)
  .route('/previews/notes', guestNotes)
  .route('/export', exports)
  .route('/imports', imports)
  .route('/changes', changeRoutes)
  .route('/', health)
