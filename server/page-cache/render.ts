import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { inject, type Response as InjectedResponse } from 'light-my-request'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { contentSecurityPolicy } from '#lib/content-security-policy.ts'
import { env } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { createRenderContext, renderContext } from '#lib/process-context.ts'
import { inSpan, tracedPath } from '#lib/tracing.ts'
import { inlineStyles, withoutStylePreloads } from './inline-styles.ts'
import { loadScriptsLate } from './late-scripts.ts'
import type { PageRequest } from './page-request.ts'

const marker = /<!--static-(\d+)-->/g
/** Preload links would not help: browsers find the images in the markup just as early. */
const preloads = /^(?:<link rel="preload"[^>]*>)+/

/** Replaces the markers with their markup. Text cannot contain a marker, because `<` is escaped. */
const insertMarkup = (html: string, parts: readonly ReactNode[]) =>
  html.replace(marker, (_, index: string) => renderToStaticMarkup(parts[Number(index)]).replace(preloads, ''))

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  tags: Set<string>
  cacheable: boolean
  expiresAt: number
}

const ERROR_PAGE = '/error-page'
const host = new URL(env.SITE_URL).host
const passedHeaders = ['content-type', 'location', 'link', 'vary', 'x-robots-tag', 'cache-control']
const personalHeaders = ['cookie', 'x-client-address']

const inlineScript = /<script(?![^>]*\s(?:src|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g

function policyFor(html: string): string {
  const hashes = new Set<string>()
  for (const [, script = ''] of html.matchAll(inlineScript))
    hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return contentSecurityPolicy({ scripts: ["'self'", ...hashes] })
}

const isDocument = ({ headers }: InjectedResponse) => String(headers['content-type']).startsWith('text/html')

function headersFrom(response: InjectedResponse, body: Buffer): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of passedHeaders) {
    const value = response.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  if (isDocument(response)) headers['content-security-policy'] = policyFor(String(body))
  if (headers['link']) headers['link'] = withoutStylePreloads(headers['link'])
  return headers
}

/** Drops the visitor's headers unless the page is rendered for them alone. */
function requestHeaders(request: IncomingMessage | undefined): Record<string, string> {
  const headers: Record<string, string> = { host, 'user-agent': 'page-cache', accept: '*/*' }
  for (const name of personalHeaders) {
    const value = request?.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}

const plainErrorPage = Buffer.from(
  '<!doctype html><html lang="en"><title>Something went wrong</title><h1>Something went wrong</h1><p>Please try again in a moment.</p></html>',
)

/** Replaces Next's own error documents, because they show their text with scripts only. */
export function createRenderer(handler: RequestListener) {
  async function call(url: string, headers: Record<string, string>, status: number, needsScripts = false) {
    const context = createRenderContext(status)
    // Awaited inside the context, because light-my-request starts when its result is awaited.
    const response = await inSpan('render', { 'url.path': tracedPath(url) }, () =>
      renderContext.run(context, async () => await inject(handler, { method: 'GET', url, headers })),
    )
    const when = needsScripts ? 'painted' : 'used'
    const body = isDocument(response)
      ? Buffer.from(loadScriptsLate(inlineStyles(insertMarkup(response.payload, context.markup)), when))
      : response.rawPayload
    return { context, response, body }
  }

  async function errorPage(status: number): Promise<RenderedPage> {
    const { response, body } = await call(ERROR_PAGE, requestHeaders(undefined), status)
    const failed = response.statusCode !== 200
    if (failed) log.error({ status: response.statusCode }, 'the error page failed to render')
    return {
      status,
      headers: failed ? { 'content-type': 'text/html; charset=utf-8' } : headersFrom(response, body),
      body: failed ? plainErrorPage : body,
      tags: new Set(),
      cacheable: false,
      expiresAt: Infinity,
    }
  }

  async function render(page: PageRequest, request?: IncomingMessage): Promise<RenderedPage> {
    const headers = requestHeaders(page.cached ? undefined : request)
    const { context, response, body } = await call(page.url, headers, 200, page.route.needsScripts)
    if (isDocument(response) && response.statusCode >= 400) return errorPage(response.statusCode)
    const status = response.statusCode === 200 ? context.status : response.statusCode
    return {
      status,
      headers: { ...headersFrom(response, body), ...page.route.headers },
      body,
      tags: context.tags,
      expiresAt: context.expiresAt,
      cacheable: page.cached && context.cacheable && (status === 200 || status === 308),
    }
  }

  async function isMissing(url: string): Promise<boolean> {
    const response = await inject(handler, { method: 'HEAD', url, headers: requestHeaders(undefined) })
    return response.statusCode === 404
  }

  return { render, errorPage, isMissing }
}

export type Renderer = ReturnType<typeof createRenderer>['render']
