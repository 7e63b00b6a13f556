import { subjectOf, type ActivityEntry } from '#contract/activity.ts'

const toWords = (camelCase: string) => camelCase.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const actionOf = (kind: string) => kind.split('.')[1] ?? ''

const nouns: Record<string, string> = {
  'redirect.imported': '',
  'subscriber.imported': '',
  post: 'the post',
  media: 'the image',
  message: 'the message',
  user: '',
  settings: 'the settings',
}

const verbs: Record<string, string> = {
  'message.received': 'sent',
  'subscriber.added': 'subscribed to the newsletter',
  'subscriber.removed': 'unsubscribed from the newsletter',
  'subscriber.deleted': 'removed a subscriber of the newsletter',
  'session.started': 'signed in',
  'session.ended': 'ended the session',
  'session.othersEnded': 'ended all other sessions',
  'post.changesDiscarded': 'discarded the changes of',
  'post.previewShared': 'shared a preview of',
  'post.previewRevoked': 'revoked a preview of',
  'post.approved': 'approved a preview of',
  'post.changesRequested': 'requested changes to',
  'caseStudy.reordered': 'moved',
  'category.reordered': 'moved',
  'caseStudy.approved': 'approved a preview of',
  'caseStudy.changesRequested': 'requested changes to',
  'caseStudy.previewShared': 'shared a preview of',
  'caseStudy.previewRevoked': 'revoked a preview of',
  'tag.duplicatesDismissed': 'dismissed the suggestion to merge',
  'tag.duplicatesRestored': 'restored the suggestion to merge',
  'import.finished': 'imported posts from',
  'user.invitationRevoked': 'revoked the invitation of',
  'user.joined': 'accepted the invitation',
  'user.roleChanged': 'changed the role of',
  'user.profileChanged': 'changed the profile of',
  'user.emailChanged': 'changed the email address of',
  'user.passwordChanged': 'changed the password of',
  'user.resetLinkCreated': 'made a password link for',
  'user.passwordReset': 'reset the password of',
}

const unnamed: Record<string, string> = {
  'caseStudy.reordered': 'changed the order of the case studies',
  'category.reordered': 'changed the order of the categories',
}

const hasNoObject = (kind: string, subject: string) =>
  kind === 'user.joined' ||
  (['subscriber', 'session', 'settings'].includes(subject) && kind !== 'subscriber.imported')

interface ActivitySentence {
  person: string
  verb: string
  object: string
  href?: string
}

/** For example: Ann · published the post · Tea. */
export function toSentence({ kind, person, object }: ActivityEntry): ActivitySentence {
  const subject = subjectOf(kind)
  const noun = nouns[kind] ?? nouns[subject] ?? `the ${toWords(subject)}`
  const verb = verbs[kind] ?? toWords(actionOf(kind))
  if (hasNoObject(kind, subject))
    return {
      person: person?.name ?? (object.name || 'A visitor'),
      verb: [
        verb,
        subject === 'settings' && noun,
        subject === 'session' && object.name && `with ${object.name}`,
      ]
        .filter(Boolean)
        .join(' '),
      object: '',
    }
  const who = person?.name ?? 'A visitor'
  if (object.name === '')
    return {
      person: who,
      verb: unnamed[kind] ?? `${verb} ${noun.replace(/^the /, 'a ')}`.trim(),
      object: '',
    }
  return { person: who, verb: `${verb} ${noun}`.trim(), object: object.name, ...linkTo(object, kind) }
}

const pages: Record<string, (id: string) => string> = {
  post: (id) => `/admin/blogs/edit/${id}`,
  caseStudy: (id) => `/admin/case-studies/edit/${id}`,
  message: (id) => `/admin/messages?message=${id}`,
  category: () => '/admin/blogs/categories',
  tag: () => '/admin/blogs/tags',
  user: () => '/admin/users',
  invitation: () => '/admin/users',
  settings: () => '/admin/settings',
  redirect: () => '/admin/redirects',
  media: () => '/admin/media',
}

export function linkTo(object: ActivityEntry['object'], kind: string): { href?: string } {
  const page = pages[object.type]
  if (!page || object.deleted || actionOf(kind) === 'deleted') return {}
  return { href: page(encodeURIComponent(object.id)) }
}

const labels: Record<string, string> = {
  'post.created': 'Draft created',
  'post.changed': 'Updated',
  'post.unpublished': 'Moved to drafts',
  'post.trashed': 'Moved to the trash',
  'post.changesRequested': 'Changes requested',
  'caseStudy.changesRequested': 'Changes requested',
  'subscriber.added': 'New subscriber',
  'subscriber.removed': 'Subscriber left',
  'subscriber.deleted': 'Subscriber removed',
  'subscriber.imported': 'Subscribers imported',
  'user.joined': 'Accepted the invitation',
}

const plainSubjects = ['post', 'user', 'subscriber', 'settings', 'session']

export function toLabel({ kind, person, changes }: ActivityEntry): string {
  if (kind === 'message.received') return person?.name ?? 'Message'
  const subject = subjectOf(kind)
  const action = toWords(actionOf(kind))
  const label =
    labels[kind] ?? capitalize(plainSubjects.includes(subject) ? action : `${toWords(subject)} ${action}`)
  if (kind === 'user.joined') return label
  if (changes?.['scheduled'] && person) return `${label} as scheduled by ${person.name}`
  return person ? `${label} by ${person.name}` : label
}

export const toTitle = (name: string) => capitalize(toWords(name))
