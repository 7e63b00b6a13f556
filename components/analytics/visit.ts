import type { BeaconInput } from '#contract/analytics.ts'

export type Conversion = Extract<BeaconInput, { type: 'conversion' }>['kind']

export interface SiteVisit {
  /** Counts the page that is shown, once. Returns a function that stops waiting for it to be visible. */
  recordPage: () => () => void
  recordConversion: (kind: Conversion) => void
}

declare global {
  /** Set by visit.mjs, which runs before React; undefined in development and when a browser extension blocks it. */
  var siteVisit: SiteVisit | undefined
}

export const recordPage = () => globalThis.siteVisit?.recordPage()

export const recordConversion = (kind: Conversion) => globalThis.siteVisit?.recordConversion(kind)
