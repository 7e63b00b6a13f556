import type { BeaconInput } from '#contract/analytics.ts'
import { isPreviewPath } from '#contract/preview-path.ts'

const MAX_BYTES = 1024
const MAX_PATH = 160
const MAX_NAME = 40

interface Visit {
  path: string
  /** False for a document that was opened from another page of the site. */
  entry: boolean
  origin: Record<'referrer' | 'source' | 'medium' | 'campaign', string | undefined>
}

/** The source of the visit. It is kept in memory only, so it ends with the document. */
let visit: Visit | undefined

const isOptedOut = () =>
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  navigator.doNotTrack === '1'

function readVisit(): Visit {
  const host = document.referrer === '' ? undefined : new URL(document.referrer).hostname
  const path = location.pathname.slice(0, MAX_PATH)
  if (host === location.hostname) return { path, entry: false, origin: { ...noOrigin, source: 'other' } }
  const query = new URLSearchParams(location.search)
  const utm = (name: string) => query.get(`utm_${name}`)?.slice(0, MAX_NAME)
  const origin = { referrer: host, source: utm('source'), medium: utm('medium'), campaign: utm('campaign') }
  return { path, entry: true, origin }
}

const noOrigin = { referrer: undefined, source: undefined, medium: undefined, campaign: undefined }

/** `keepalive` lets the request finish when the visitor leaves at once. */
async function post(path: string, body: unknown): Promise<Response | undefined> {
  const text = JSON.stringify(body)
  if (isOptedOut() || new TextEncoder().encode(text).length > MAX_BYTES) return undefined
  const headers = { 'content-type': 'application/json' }
  try {
    return await fetch(path, { method: 'POST', headers, body: text, keepalive: true, priority: 'low' })
  } catch {
    // The visitor is offline or blocks the request.
    return undefined
  }
}

const send = (event: BeaconInput) => {
  if (!('path' in event && isPreviewPath(event.path))) void post('/api/analytics/events', event)
}

export const recordShare = (network: Extract<BeaconInput, { type: 'share' }>['network']) =>
  send({ type: 'share', path: location.pathname, network })

export function recordConversion(kind: Extract<BeaconInput, { type: 'conversion' }>['kind']) {
  const { path, origin } = (visit ??= readVisit())
  send({ type: 'conversion', kind, path, ...origin })
}

type Search = Extract<BeaconInput, { type: 'search' }>['search']

export const recordSearch = (search: Search) => send({ type: 'search', search })

type ShowViews = (views: number) => void
const counters = new Map<string, ShowViews>()

/** Registers a post on the page whose views are shown. Returns a function that unregisters it. */
export function addCounter(slug: string, show: ShowViews): () => void {
  const path = `/blog/${slug}`
  counters.set(path, show)
  return () => {
    if (counters.get(path) === show) counters.delete(path)
  }
}

/** Sends one beacon per page. The response for a post contains its views. */
export async function recordView(path: string, search: Search | undefined): Promise<void> {
  const isFirst = visit === undefined
  visit ??= readVisit()
  const origin = isFirst && visit.entry ? { entry: true, ...visit.origin } : {}
  const show = counters.get(path)
  if (!show) return send({ type: 'view', path: path.slice(0, MAX_PATH), search, ...origin })
  const response = await post(`/api${path.replace('/blog/', '/blogs/')}/views`, origin)
  const views = response?.ok ? parseViews(await response.json()) : undefined
  if (views !== undefined) show(views)
}

function parseViews(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined
  const { data } = body
  return typeof data === 'object' && data !== null && 'views' in data && typeof data.views === 'number'
    ? data.views
    : undefined
}
