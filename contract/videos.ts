export const videoUrl =
  /^https:\/\/(www\.youtube-nocookie\.com\/embed|player\.vimeo\.com\/video)\/[A-Za-z0-9_-]+([?][A-Za-z0-9_=&;-]*)?$/

export const playerProperties = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  loading: 'lazy',
  referrerPolicy: 'strict-origin-when-cross-origin',
  allow: 'fullscreen; picture-in-picture',
} as const

function seconds(time: string): number {
  const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

function toYoutube({ hostname, pathname, searchParams }: URL): string | null {
  const path =
    hostname === 'youtu.be' ? pathname : /^\/(?:embed|shorts|live|v)(\/[\w-]+)\/?$/.exec(pathname)?.[1]
  const id = pathname === '/watch' ? searchParams.get('v') : path?.slice(1)
  if (!id || !/^[\w-]+$/.test(id)) return null
  const start = seconds(searchParams.get('start') ?? searchParams.get('t') ?? '')
  const list = /^[\w-]+$/.exec(searchParams.get('list') ?? '')?.[0]
  const query = new URLSearchParams({ ...(list && { list }), ...(start > 0 && { start: String(start) }) })
  return `https://www.youtube-nocookie.com/embed/${id}${query.size > 0 ? `?${query}` : ''}`
}

function toVimeo({ pathname, searchParams }: URL): string | null {
  const [, id, secret] = /^\/(?:video\/|channels\/\w+\/)?(\d+)(?:\/(\w+))?\/?$/.exec(pathname) ?? []
  if (!id) return null
  const hash = /^\w+$/.exec(secret ?? searchParams.get('h') ?? '')?.[0]
  const query = new URLSearchParams({ ...(hash && { h: hash }), dnt: '1' })
  return `https://player.vimeo.com/video/${id}?${query}`
}

/** The URL of the player without cookies; null when the address is not a YouTube or Vimeo video. */
export function toVideoUrl(address: string): string | null {
  const base = 'https://site.invalid/'
  if (!URL.canParse(address, base)) return null
  const url = new URL(address, base)
  const host = url.hostname.replace(/^(www|m|player)\./, '')
  if (!/^https?:$/.test(url.protocol)) return null
  if (host === 'vimeo.com') return toVimeo(url)
  if (host === 'youtube-nocookie.com' && videoUrl.test(url.href)) return url.href
  return /^(youtube(-nocookie)?\.com|youtu\.be)$/.test(host) ? toYoutube(url) : null
}

export function toVideoAddress(player: string): string {
  const { hostname, pathname, searchParams } = new URL(player)
  const id = pathname.split('/').at(-1)
  if (hostname === 'player.vimeo.com')
    return ['https://vimeo.com', id, searchParams.get('h')].filter(Boolean).join('/')
  const start = searchParams.get('start')
  return searchParams.has('list') ? player : `https://youtu.be/${id}${start ? `?t=${start}` : ''}`
}
