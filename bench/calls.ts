import { addDays, toDay } from '#contract/calendar.ts'
import { pickCommonWord, pickTag, pickWord, tagName } from './posts.ts'
import { CATEGORIES, type SiteSize } from './site.ts'

type Random = () => number
export type Calls = Record<string, (random: Random) => string>

const PUBLISHED = 0.95
const below = (random: Random, limit: number) => Math.floor(random() * limit)
const anyPage = (random: Random, rows: number, perPage: number) =>
  1 + below(random, Math.max(1, Math.floor(rows / perPage)))
const anyTag = (random: Random, { tags }: SiteSize) => encodeURIComponent(tagName(pickTag(random, tags)))
/** Has a full page of posts on a small site, too. */
const anyCommonTag = (random: Random) => encodeURIComponent(tagName(below(random, 6)))
const anyCategory = (random: Random) => `category-${below(random, CATEGORIES)}`
const anyPerson = (random: Random, { people }: SiteSize) => `person-${1 + below(random, people - 1)}`
const anyPost = (random: Random, { posts }: SiteSize) =>
  `post-${1 + 20 * below(random, Math.floor(posts / 20))}`
const misspell = (word: string) => `${word.slice(0, -3)}${word.slice(-3).split('').reverse().join('')}y`

export const publicCalls = (site: SiteSize): Calls => ({
  'list, first ten pages': (random) => `/api/blogs?limit=6&page=${1 + below(random, 10)}`,
  'list, any page': (random) => `/api/blogs?limit=6&page=${anyPage(random, site.posts * PUBLISHED, 6)}`,
  tag: (random) => `/api/blogs?limit=6&tag=${anyTag(random, site)}&page=${1 + below(random, 4)}`,
  'common tag, any page': (random) =>
    `/api/blogs?limit=6&tag=${tagName(0)}&page=${anyPage(random, site.posts / 5, 6)}`,
  category: (random) => `/api/blogs?limit=6&category=${anyCategory(random)}&page=${1 + below(random, 2)}`,
  'category, any page': (random) =>
    `/api/blogs?limit=6&category=${anyCategory(random)}&page=${anyPage(random, (site.posts * 0.9) / CATEGORIES, 6)}`,
  author: (random) => `/api/blogs?limit=6&author=${anyPerson(random, site)}`,
  'search, one word': (random) => `/api/blogs?limit=6&search=${pickWord(random)}`,
  'search, two words': (random) => `/api/blogs?limit=6&search=${pickWord(random)}+${pickWord(random)}`,
  'search, two letters': (random) => `/api/blogs?limit=6&search=${pickWord(random).slice(0, 2)}`,
  'search with typos': (random) =>
    `/api/blogs?search=${misspell(pickWord(random))}+${misspell(pickWord(random))}`,
  post: (random) => `/api/blogs/${anyPost(random, site)}`,
  related: (random) => `/api/blogs/${anyPost(random, site)}/related`,
  tags: () => '/api/tags',
  'tags of a search': (random) => `/api/tags?search=${pickWord(random)}`,
  categories: () => '/api/categories',
  feed: () => '/api/blogs?limit=20&include=content',
  'sitemap, oldest 100': () => '/api/blogs?limit=100&sort=oldest',
})

export const pageCalls = (site: SiteSize): Calls => ({
  'list, first page': () => '/blog',
  'list, any page': (random) => `/blog?page=${anyPage(random, site.posts * PUBLISHED, 6)}`,
  tag: (random) => `/blog?tag=${anyCommonTag(random)}`,
  'common tag, any page': (random) => `/blog?tag=${tagName(0)}&page=${anyPage(random, site.posts / 5, 6)}`,
  category: (random) => `/blog?category=${anyCategory(random)}`,
  'category, any page': (random) =>
    `/blog?category=${anyCategory(random)}&page=${anyPage(random, (site.posts * 0.9) / CATEGORIES, 6)}`,
  'search, one word': (random) => `/blog?search=${pickCommonWord(random)}`,
  'search, two words': (random) => `/blog?search=${pickCommonWord(random)}+${pickCommonWord(random)}`,
  'search, two letters': (random) => `/blog?search=${pickCommonWord(random).slice(0, 2)}`,
  'search with typos': (random) =>
    `/blog?search=${misspell(pickCommonWord(random))}+${misspell(pickCommonWord(random))}`,
  post: (random) => `/blog/${anyPost(random, site)}`,
  author: (random) => `/authors/${anyPerson(random, site)}`,
  sitemap: () => '/sitemap.xml',
  'sitemap of posts': () => '/sitemaps/1',
  'sitemap of pages': () => '/sitemaps/pages',
  'feed of posts': () => '/feed.xml',
})

export const staffPageCalls = (site: SiteSize): Calls => ({
  dashboard: () => '/admin/dashboard',
  posts: () => '/admin/blogs',
  'posts, any page': (random) => `/admin/blogs?page=${anyPage(random, site.posts, 10)}`,
  'posts, search': (random) => `/admin/blogs?search=${pickCommonWord(random)}`,
  'posts, search and status': (random) =>
    `/admin/blogs?search=${pickCommonWord(random)}&status=published&sort=title`,
  'posts, sorted': (random) => `/admin/blogs?sort=${sorts[below(random, sorts.length)]}`,
  'posts of an author': (random) => `/admin/blogs?author=${anyPerson(random, site)}`,
  'posts of a category': (random) => `/admin/blogs?category=${anyCategory(random)}&status=published`,
  tags: () => '/admin/blogs/tags',
  messages: () => '/admin/messages',
  'messages, search': (random) => `/admin/messages?search=${pickCommonWord(random)}`,
  activity: (random) => `/admin/activity?page=${anyPage(random, site.activity, 30)}`,
  notifications: () => '/admin/notifications',
  redirects: () => '/admin/redirects',
  media: () => '/admin/media',
  users: () => '/admin/users',
  'figures of 30 days': () => '/admin/analytics',
  'figures of 12 months': () => '/admin/analytics?range=12m',
})

/** Requests of the editor: those that end in `revisions` read, the others write. */
export const editorCalls = (site: SiteSize): Calls => ({
  'save of a post': (random) => `/api/blogs/${anyPost(random, site)}`,
  autosave: (random) => `/api/blogs/${anyPost(random, site)}/working-copy`,
  history: (random) => `/api/blogs/${anyPost(random, site)}/revisions`,
})

const sorts = ['title', 'updated', 'views', 'created']

export const staffCalls = (site: SiteSize): Calls => {
  const today = toDay(Date.now())
  const since = (days: number) => `from=${addDays(today, 1 - days)}&to=${today}`
  // Posts are an hour apart from 2015 on.
  const postDay = (random: Random) =>
    new Date(Date.UTC(2015, 0, 1) + below(random, site.posts) * 3_600_000).toISOString().slice(0, 10)
  return {
    posts: () => '/api/blogs',
    'posts, any page': (random) => `/api/blogs?page=${anyPage(random, site.posts, 10)}`,
    'posts, drafts, any page': (random) =>
      `/api/blogs?status=draft&page=${anyPage(random, site.posts * (1 - PUBLISHED), 10)}`,
    'posts, sorted': (random) => `/api/blogs?sort=${sorts[below(random, sorts.length)]}`,
    'posts, sorted, any page': (random) =>
      `/api/blogs?sort=${sorts[below(random, sorts.length)]}&page=${anyPage(random, site.posts, 10)}`,
    'posts of an author': (random) => `/api/blogs?author=${anyPerson(random, site)}&status=published`,
    'posts since a day': (random) => `/api/blogs?from=${postDay(random)}`,
    'posts, tag and category': (random) =>
      `/api/blogs?tag=${anyTag(random, site)}&category=${anyCategory(random)}`,
    'posts, author and category': (random) =>
      `/api/blogs?author=${anyPerson(random, site)}&category=${anyCategory(random)}&status=draft`,
    'posts, search': (random) => `/api/blogs?search=${pickWord(random)}`,
    'posts, search and status': (random) => `/api/blogs?search=${pickWord(random)}&status=draft&sort=title`,
    messages: () => '/api/messages',
    'messages, any page': (random) => `/api/messages?page=${anyPage(random, site.messages, 10)}`,
    'messages, unread': (random) =>
      `/api/messages?status=unread&page=${anyPage(random, site.messages / 10, 10)}`,
    'messages, search': (random) => `/api/messages?search=${pickWord(random)}`,
    redirects: () => '/api/redirects',
    'redirects, search': () => '/api/redirects?search=POST-',
    media: () => '/api/media',
    'media, search': (random) => `/api/media?search=${'aeiou'[below(random, 5)]}`,
    users: () => '/api/users',
    'users, search': (random) => `/api/users?search=${below(random, site.people)}`,
    'tags by name': (random) => `/api/tags?include=details&sort=name&page=${anyPage(random, site.tags, 20)}`,
    'tags by posts': () => '/api/tags?include=details&sort=posts',
    'tags by last use': () => '/api/tags?include=details&sort=used',
    categories: () => '/api/categories',
    'case studies': () => '/api/case-studies',
    activity: () => '/api/activity',
    'activity, any page': (random) => `/api/activity?page=${anyPage(random, site.activity, 30)}`,
    'activity of a kind': () => '/api/activity?kind=session.started',
    'activity of 30 days': () => `/api/activity?kind=post&${since(30)}`,
    notifications: () => '/api/notifications',
    'notifications, any page': (random) =>
      `/api/notifications?page=${anyPage(random, site.notifications, 20)}`,
    'notifications, unread': () => '/api/notifications?status=unread',
    dashboard: () => '/api/stats',
    'figures of today': () => `/api/analytics?${since(1)}`,
    'figures of 30 days': () => `/api/analytics?${since(30)}`,
    'figures of 12 months': () => `/api/analytics?${since(365)}`,
    'figures of a page': (random) =>
      `/api/analytics?${since(90)}&page=/blog/a-post-with-a-usual-name-${1 + below(random, site.figures.pages)}`,
  }
}
