import type { Channel, NotificationKind } from '#contract/notifications.ts'

export const channelNames: Record<Channel, string> = {
  bell: 'In the bell',
  email: 'In the bell and by email at once',
  digest: 'In the bell and in a daily email',
  none: 'Not at all',
}

export const kindTexts: Record<NotificationKind, { label: string; hint: string }> = {
  message: { label: 'New message', hint: 'Someone used the contact form.' },
  subscriber: { label: 'New subscriber', hint: 'Someone subscribed to the newsletter.' },
  postChanged: {
    label: 'Your post was changed',
    hint: 'Someone else edited, published or deleted it, or made someone else its author.',
  },
  postGiven: { label: 'Post assigned to you', hint: 'Someone made you the author of a post.' },
  scheduleFailed: {
    label: 'Schedule failed',
    hint: 'A scheduled post could not be published or taken offline on time.',
  },
  previewApproved: {
    label: 'Preview approved',
    hint: 'A reader approved your post, or a preview that you shared.',
  },
  changesRequested: {
    label: 'Changes requested',
    hint: 'A reader of a preview requested changes to your post, or to what you shared.',
  },
  mention: { label: 'Mentioned in a note', hint: 'Someone wrote @ and your name in a note on a post.' },
  note: {
    label: 'New note',
    hint: 'A guest wrote a note on your post, or someone replied where you had written.',
  },
  invitationAccepted: { label: 'Invitation accepted', hint: 'A person you invited can sign in now.' },
  newBrowser: {
    label: 'Sign-in from a new browser',
    hint: 'Your account was used on a browser that it was not used on before.',
  },
  emailFailed: { label: 'Email failed', hint: 'An email could not be delivered after several tries.' },
  backupOverdue: { label: 'Backup overdue', hint: 'There has been no backup for more than a week.' },
  diskNearlyFull: { label: 'Disk nearly full', hint: 'Little space is left for posts and images.' },
}
