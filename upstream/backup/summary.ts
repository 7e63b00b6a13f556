import type { Contents } from './rows.ts'

const nouns = {
  posts: 'posts',
  media: 'images',
  contact_messages: 'messages',
  subscribers: 'subscribers',
  accounts: 'accounts',
}

/** What a person looks for in a backup, counted. */
export function summary(contents: Contents[]): string {
  const counts = Object.entries(nouns).map(
    ([table, noun]) => `${noun}: ${contents.find((each) => each.table === table)?.rows ?? 0}`,
  )
  return counts.join(', ')
}
