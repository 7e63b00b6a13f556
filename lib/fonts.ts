import localFont from 'next/font/local'

// app/fallback-fonts.css declares the fallbacks.
const display = localFont({
  src: '../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  weight: '200 800',
  style: 'normal',
  display: 'swap',
  preload: true,
  adjustFontFallback: false,
  variable: '--font-bricolage',
})

const reading = localFont({
  src: '../node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
  weight: '200 900',
  style: 'normal',
  display: 'swap',
  preload: true,
  adjustFontFallback: false,
  variable: '--font-literata',
})

/** Not preloaded, because only pages with emphasis need it. */
const readingItalic = localFont({
  src: '../node_modules/@fontsource-variable/literata/files/literata-latin-wght-italic.woff2',
  weight: '200 900',
  style: 'italic',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  variable: '--font-literata-italic',
})

export const fontClasses = `${display.variable} ${reading.variable} ${readingItalic.variable}`
