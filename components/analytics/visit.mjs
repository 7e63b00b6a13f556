// @ts-check
/** @import { BeaconInput } from '#contract/analytics.ts' */
/** @import { Conversion, SiteVisit } from './visit.ts' */

const MAX_BYTES = 1024
const MAX_PATH = 160
const MAX_NAME = 40
const MAX_SEARCH = 60
const networks = /** @type {const} */ (['Facebook', 'Twitter', 'LinkedIn'])

const isOptedOut =
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  navigator.doNotTrack === '1'

/** The source of the visit. It is kept in memory only, so it ends with the document. */
function readSource() {
  const path = location.pathname.slice(0, MAX_PATH)
  const host = document.referrer === '' ? undefined : new URL(document.referrer).hostname
  if (host === location.hostname) return { path, entry: false, origin: { source: 'other' } }
  const query = new URLSearchParams(location.search)
  const utm = (/** @type {string} */ name) => query.get(`utm_${name}`)?.slice(0, MAX_NAME)
  const origin = { referrer: host, source: utm('source'), medium: utm('medium'), campaign: utm('campaign') }
  return { path, entry: true, origin }
}

const { path: entryPath, entry, origin } = readSource()
const viewed = { path: '', term: '' }

/** @param {string} path @param {object} body */
async function post(path, body) {
  const text = JSON.stringify(body)
  if (isOptedOut || new TextEncoder().encode(text).length > MAX_BYTES) return undefined
  const headers = { 'content-type': 'application/json' }
  try {
    // `keepalive` lets the request finish when the visitor leaves at once.
    return await fetch(path, { method: 'POST', headers, body: text, keepalive: true, priority: 'low' })
  } catch {
    // The visitor is offline or blocks the request.
    return undefined
  }
}

/** @param {BeaconInput} event */
function send(event) {
  if (!('path' in event && event.path.startsWith('/preview/'))) void post('/api/analytics/events', event)
}

/** @param {string} term */
function readSearch(term) {
  const total = document.querySelector('[data-total]')?.getAttribute('data-total')
  return term === '' || !total ? undefined : { term: term.slice(0, MAX_SEARCH), found: total !== '0' }
}

/** The response has the current views, which replace the rendered ones. @param {Element} element @param {string} slug @param {object} source */
async function recordPostView(element, slug, source) {
  const response = await post(`/api/blogs/${slug}/views`, source)
  const views = response?.ok ? (await response.json())?.data?.views : undefined
  if (!views) return
  element.textContent = `${views.toLocaleString('en-US')} view${views === 1 ? '' : 's'}`
  element.classList.remove('invisible')
}

function recordView() {
  const path = location.pathname
  const term = new URLSearchParams(location.search).get('search')?.trim() ?? ''
  const search = readSearch(term)
  const before = { ...viewed }
  Object.assign(viewed, { path, term })
  if (before.path === path) {
    if (search && before.term !== term) send({ type: 'search', search })
    return
  }
  const source = entry && before.path === '' ? { entry, ...origin } : {}
  const counter = document.querySelector('[data-views]')
  const slug = counter?.getAttribute('data-views')
  if (counter && slug && path === `/blog/${slug}`) void recordPostView(counter, slug, source)
  else send({ type: 'view', path: path.slice(0, MAX_PATH), search, ...source })
}

/** @param {Conversion} kind */
const recordConversion = (kind) => send({ type: 'conversion', kind, path: entryPath, ...origin })

/** @type {Record<string, Conversion>} */
const conversions = { '/contact': 'message', '/newsletter': 'subscription' }

/** A form that was sent before React has loaded leads to a URL with the result. */
function recordPlainForm() {
  const kind = conversions[location.pathname]
  const isSent = new URLSearchParams(location.search).get('result') === 'sent'
  const [navigation] = performance.getEntriesByType('navigation')
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
  if (kind && isSent && isNew && !entry) recordConversion(kind)
}

/** Waits until the page is loaded and visible; a prerendered page becomes visible when it is opened. */
function recordPage() {
  const check = () => {
    if (document.readyState !== 'complete' || document.visibilityState !== 'visible') return
    stop()
    recordView()
  }
  const stop = () => {
    removeEventListener('load', check)
    document.removeEventListener('visibilitychange', check)
  }
  addEventListener('load', check)
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}

/** @param {string} text */
function announceShare(text) {
  const status = document.querySelector('[data-share-status]')
  if (status) status.textContent = text
}

/** @param {string} url */
async function copy(url) {
  announceShare('')
  try {
    await navigator.clipboard.writeText(url)
    send({ type: 'share', path: location.pathname, network: 'Copy link' })
    announceShare('Link copied to clipboard.')
  } catch {
    announceShare('The link could not be copied. Copy it from the address bar.')
  }
}

/** @param {MouseEvent} event @param {string} href */
function openPopup(event, href) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  const popup = window.open(href, 'share', 'popup,width=600,height=400,noopener=no')
  if (!popup) return
  event.preventDefault()
  popup.opener = null
}

document.addEventListener('click', (event) => {
  const item = event.target instanceof Element ? event.target.closest('[data-share]') : null
  const network = networks.find((name) => name === item?.getAttribute('data-share'))
  if (item instanceof HTMLButtonElement) {
    event.preventDefault()
    void copy(item.value)
  } else if (item instanceof HTMLAnchorElement && network) {
    send({ type: 'share', path: location.pathname, network })
    openPopup(event, item.href)
  }
})

/** @type {SiteVisit} */
globalThis.siteVisit = { recordPage, recordConversion }
recordPage()
recordPlainForm()
