import localFont from 'next/font/local'

/** Headings, buttons, everything one operates. */
const display = localFont({
  src: '../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  weight: '200 800',
  style: 'normal',
  display: 'swap',
  preload: true,
  adjustFontFallback: 'Arial',
  variable: '--font-bricolage',
})

/** Whatever is read at length. */
const reading = localFont({
  src: '../node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2',
  weight: '200 900',
  style: 'normal',
  display: 'swap',
  preload: true,
  adjustFontFallback: 'Times New Roman',
  variable: '--font-literata',
})

/** Emphasis in what is read. Not preloaded: only a page that has some fetches it. */
const readingItalic = localFont({
  src: '../node_modules/@fontsource-variable/literata/files/literata-latin-wght-italic.woff2',
  weight: '200 900',
  style: 'italic',
  display: 'swap',
  preload: false,
  adjustFontFallback: 'Times New Roman',
  variable: '--font-literata-italic',
})

export const fontClasses = `${display.variable} ${reading.variable} ${readingItalic.variable}`
